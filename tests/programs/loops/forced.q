%! features: F216
%! loop: 7 parallel
% The programmer promises that no index occurs twice.
x = zeros(4)
p = [2,0,3,1]
{!parallel for}
for k = 0..3
    x[p[k]] = k
end
print x
% => [1,3,0,2]
