%! features: F280
%! structure: bounds-check 0
function [] = __kernel__ copy_row(x : vec'unchecked, y : vec'unchecked, pos : int)
    y[pos] = x[pos]
end
x = [1.0,2.0,3.0]
y = zeros(3)
parallel_do(3, x, y, copy_row)
print y
% => [1,2,3]
z : vec'unchecked = x
print z[2]
% => 3
%! emits: cuda y_data[i0] = 
%! omits: cuda q_inside(i0
