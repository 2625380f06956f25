%! features: F116
function [] = __kernel__ k(y : vec, pos : int)
    x : mat'safe = [[1,2],[3,4]]
    z : vec'circular = [10,20,30]
    y[pos] = x[pos,0] + z[pos]
end
y = zeros(5)
parallel_do(5, y, k)
% x[.,0]: 1,3,0,0,0 and z: 10,20,30,10,20
print y
% => [11,23,30,10,20]
