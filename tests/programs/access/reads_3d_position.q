%! features: F282 F014
function [] = __kernel__ k(x : cube'circular, y : cube, s : ivec3, pos : ivec3)
    y[pos] = x[pos + s]
end
x = zeros(2,2,2)
x[1,1,1] = 1
y = zeros(2,2,2)
parallel_do(size(y), x, y, [1,0,1], k)
print y[0,1,0], y[1,1,1], sum(y)
% => 101
% `pos + [0,i]` in two dimensions, as the filters of the documents have it.
function [] = __kernel__ beside(x : mat'clamped, y : mat, pos : ivec2)
    total = 0.
    for i = -1..1
        total += x[pos + [0,i]]
    endfor
    y[pos] = total
end
a = [[1.0,2.0,4.0],[10.0,20.0,40.0]]
b = zeros(2,3)
parallel_do(size(b), a, b, beside)
print b
% => [[4,7,10],
% =>  [40,70,100]]
