%! features: F115
% Small vectors are values in kernels.
function y = __device__ luminance(c : vec3)
    y = 0.25*c[0] + 0.5*c[1] + 0.25*c[2]
end
function [] = __kernel__ k(x : cube(:,:,3), y : mat, pos : ivec2)
    c : vec3 = x[pos[0],pos[1],0..2]
    y[pos] = luminance(c + cos(c*0) + sin(c*0) + tan(c*0))
end
x = zeros(2,2,3)
x[1,0,1] = 4
x[1,0,2] = 8
y = zeros(2,2)
parallel_do(size(y), x, y, k)
print y[0,0], " ", y[1,0]
% => 1 5
