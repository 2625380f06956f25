% Fields as accumulators of parallel loops, as one of several targets, in chains, as defaults, under `try`.
%! loop: 14 parallel
type acc : class
    x : scalar
    n : int
    best : scalar
endtype
r = zeros(100000)
for i = 0..99999
    r[i] = mod(i, 10)
end
t = acc()
% 0..9 ten thousand times: 45 each
for i = 0..99999
    t.x += r[i]
    t.n += 1
    t.best ^^= r[i] + 1
end
print t
% => {x: 450000, n: 100000, best: 10}
[t.x, t.n] = [5.5, 3]
print t
% => {x: 5.5, n: 3, best: 10}
t.x = t.best = 0
print t
% => {x: 0, n: 3, best: 0}
function y = with_default(p : acc = acc(x:=1, n:=2, best:=3), q = p.n)
    y = p.x + q
end
print with_default(), with_default(t), with_default(t, 10)
% => 3310
try
    t.n = 77
    error("stop")
catch ex
    print t.n
end
% => 77
type tally : mutable class
    depth : int
    total : int
endtype
function [] = descend(self : tally, k)
    self.depth += 1
    if k > 0
        self.descend(k - 1)
        self.total += k
    end
end
w = tally()
w.descend(4)
print w
% => {depth: 5, total: 10}
function [a, b] = pair_of(k)
    a = acc(x:=k, n:=k, best:=k)
    b = k / 2
end
[u, v] = pair_of(4)
[t.n, v] = [v, 5]
print u, v, t.n
% => {x: 4, n: 4, best: 4}52
p = [t, u]
[p[0], p[1]] = [p[1], p[0]]
print p
% => [{x: 4, n: 4, best: 4},{x: 0, n: 2, best: 0}]
m = vec[acc](3)
m[[2,0,1]] = [u, t, u]
print m[0].n, m[1].n, m[2].n
% => 244
function y = maybe(k)
    if k > 0
        z = acc(x:=k, n:=1, best:=0)
    end
    y = z.x
end
print maybe(3)
% => 3
