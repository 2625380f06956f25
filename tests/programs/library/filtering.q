%! features: F410
% The library's filter equals the loop that defines it, under every boundary rule.
import "imfilter.q"
x = [[1,2,3],[4,5,6],[7,8,10]]
mask = [[1,2,0],[0,3,1]]
function y = mirrored(x : mat'mirror, mask : mat)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            for i = 0..size(mask,0)-1
                for j = 0..size(mask,1)-1
                    y[m,n] += mask[i,j]*x[m+i, n+j-1]
                end
            end
        end
    end
end
print imfilter(x, mask) == mirrored(x, mask) ? "equal" : "different"
% => equal
% A single weight in the middle copies the image.
print imfilter(x, [[0,0,0],[0,1,0],[0,0,0]])
% => [[1,2,3],
% =>  [4,5,6],
% =>  [7,8,10]]
% A weight to the left of the centre shifts to the right: what comes in is the mode's.
shift = [[1,0,0]]
print imfilter(x, shift, [0,1], "zero")[0,:]
% => [0,1,2]
print imfilter(x, shift, [0,1], "clamped")[0,:]
% => [1,1,2]
print imfilter(x, shift, [0,1], "circular")[0,:]
% => [3,1,2]
% A Gaussian keeps a constant image.
print max(abs(gaussian_filter(ones(5,6), 1.5) - 1)) < 0.00001
% => 1
