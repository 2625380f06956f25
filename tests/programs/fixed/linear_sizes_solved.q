% A generic size that occurs in a linear expression is found by solving it.
function y = centre[N](x : vec(2*N-1))
    y = x[N-1]
end
print centre([1.0,2.0,7.0,4.0,5.0]), " ", centre[2]([1.0,2.0,3.0])
% => 7 2
function n = pairs[N](x : mat(N+1,2))
    n = N
end
print pairs(zeros(4,2))
% => 3
