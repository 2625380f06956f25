%! fault: race in global memory
%! kernel: smooth
%! array: img
% A filter that writes to its own input.
function [] = __kernel__ smooth(img : mat'clamped, other : mat, pos : ivec2)
    s = img[pos[0]-1, pos[1]] % here
    s += img[pos[0]+1, pos[1]] % here
    other[pos] = s
    img[pos] = 0.5*s % here
end
img = zeros(40,40)
for m = 0..39
    for n = 0..39
        img[m,n] = 50*m + n
    end
end
other = zeros(40,40)
parallel_do([40,40], img, other, smooth)
print img[0,1]
