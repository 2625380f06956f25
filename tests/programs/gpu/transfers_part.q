%! features: F296
% 'nocopy must not be inferred where elements are left as they were: launches over a part, stores under a condition, stores elsewhere,
% kernels that read what they write. 'const is inferred for all that is only read: reading x on the host copies nothing.
function [] = __kernel__ whole(x : mat'unchecked, y : mat'unchecked, pos : ivec2)
    y[pos] = x[pos]
end
function [] = __kernel__ under_condition(x : mat'unchecked, y : mat'unchecked, pos : ivec2)
    if x[pos] > 3
        y[pos] = -1
    end
end
function [] = __kernel__ elsewhere(x : mat'unchecked, y : mat'unchecked, pos : ivec2)
    y[pos[1],pos[0]] = x[pos]
end
function [] = __kernel__ reads_too(x : mat'unchecked, y : mat'unchecked, pos : ivec2)
    y[pos] = y[pos] + x[pos]
end
x = [[1.0,2.0],[3.0,4.0]]
y = [[5.0,6.0],[7.0,8.0]]
parallel_do([1,2], x, y, whole)
print y
% => [[1,2],
% =>  [7,8]]
y = [[5.0,6.0],[7.0,8.0]]
parallel_do(size(y), x, y, whole)
print y
% => [[1,2],
% =>  [3,4]]
y = [[5.0,6.0],[7.0,8.0]]
parallel_do(size(y), x, y, under_condition)
print y
% => [[5,6],
% =>  [7,-1]]
y = [[5.0,6.0],[7.0,8.0]]
parallel_do(size(y), x, y, elsewhere)
print y
% => [[1,3],
% =>  [2,4]]
y = [[5.0,6.0],[7.0,8.0]]
parallel_do(size(y), x, y, reads_too)
print y
% => [[6,8],
% =>  [10,12]]
print x
% => [[1,2],
% =>  [3,4]]
%! trace: in x 16; in y 16; launch 4; out y 16
%! trace: launch 4; out y 16
%! trace: in y 16; launch 7; out y 16
%! trace: in y 16; launch 12; out y 16
%! trace: in y 16; launch 15; out y 16
