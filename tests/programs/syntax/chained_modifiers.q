%! features: F038
% The order of modifiers does not matter; blanks are allowed.
function y = first(x : mat'const'mirror)
    y = x[-1,-1]
end
function y = last(x : mat'mirror'const)
    y = x[2,2]
end
A = [[1.0,2.0],[3.0,4.0]]
print first(A), " ", last(A)
% => 1 4
c : vec' clamped'const = [5.0,6.0]
print c[9]
% => 6
% With a texture of the hardware, as the CUDA guide combines them.
function [] = __kernel__ interpolate_hwtex (y : mat, x : mat'hwtex_linear'clamped, scale : scalar, pos : ivec2)
    y[pos] = x[scale * pos]
endfunction
function [] = __kernel__ other_order (y : mat, x : mat'const'clamped'hwtex_linear, scale : scalar, pos : ivec2)
    y[pos] = x[scale * pos]
endfunction
B = [[1.0,2.0],[3.0,5.0]]
y = zeros(3,3)
z = zeros(3,3)
parallel_do(size(y), y, B, 0.5, interpolate_hwtex)
parallel_do(size(z), z, B, 0.5, other_order)
print y
% => [[1,1.5,2],
% =>  [2,2.75,3.5],
% =>  [3,4,5]]
print max(abs(y - z))
% => 0
