%! features: F086 F206
% A kernel that is launched with constants knows them: the loops over the window have constant bounds, the direction and
% the mask are numbers in the text for GPUs.
function y = mean_filter(x : mat, radius : int)
    function [] = __kernel__ k(x : mat'mirror, y : mat, radius : int, dir : ivec2, pos : ivec2)
        s = 0.0
        for i = -radius..radius
            s += x[pos + i.*dir]
        end
        y[pos] = s / (2*radius+1)
    end
    y = zeros(size(x))
    parallel_do(size(y), x, y, radius, [0,1], k)
end
x = eye(3)*3
print mean_filter(x, 1)
% Mirrored at the ends: [3,3,0], [3,0,0], [0,0,0] …
% => [[2,1,0],
% =>  [1,1,1],
% =>  [0,1,2]]
function [] = __kernel__ weigh(x : vec'circular, y : vec, mask : vec3, pos : int)
    y[pos] = x[pos-1]*mask[0] + x[pos]*mask[1] + x[pos+1]*mask[2]
end
z = zeros(4)
parallel_do(4, [1.0,2.0,3.0,4.0], z, [1.0,2.0,5.0]/4, weigh)
print z
% (4+2+10)/4, (1+4+15)/4, (2+6+20)/4, (3+8+5)/4
% => [4,5,7,4]
%! emits: cuda for (int i = (-1); i <= 1; ++i)
%! emits: cuda 1.25f
