%! features: F160
%! reduction: Applied reduction m[:,:] -> m
%! reduction: Result after 1 reduction: m
%! reduction: Applied reduction p.distanceto(q) -> point_distance(p, q)
%! reduction: Result after 1 reduction: print(point_distance(p, q))
%! reduction: Applied reduction f1+f2 -> x -> f1(x)+f2(x)
%! reduction: Result after 1 reduction: x -> f1(x)+f2(x)
%! reduction: Applied reduction v[v > 2] = 0 -> v += (0-v).*(v > 2)
%! reduction: Result after 1 reduction: v += (0-v).*(v > 2)
% One rule for each kind of pattern: a slice, the call of a member, an operator between functions, an assignment.
reduction (x:mat) -> x[:,:] = x
reduction (p : vec, q : vec) -> p.distanceto(q) = point_distance(p, q)
reduction (f1 : [?? -> ??], f2 : [?? -> ??], x) -> f1 + f2 = x -> f1(x) + f2(x)
reduction (x, a, b, c) -> (x[a > b] = c) = (x += (c - x) .* (a > b))
function y = point_distance(p, q)
    y = sqrt(sum((p - q).^2))
end
m = [[1.0,2],[3,4]]
whole = m[:,:]
print whole
% => [[1,2],
% =>  [3,4]]
% a part is no whole
print m[0,:]
% => [1,2]
p = [4.0,5]
q = [1.0,1]
print p.distanceto(q)
% 3 across, 4 down
% => 5
f1 = x -> x * 2
f2 = x -> x / 2
f3 = f1 + f2
print f3(3)
% 6 + 1.5
% => 7.5
v = [1.0,2,3,4]
v[v > 2] = 0
print v
% => [1,2,0,0]
