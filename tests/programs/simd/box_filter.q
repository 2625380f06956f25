%! features: F326
%! reports: kernels {!kernel_transform enable="simdprocessing"}: done on the processor, as for every kernel: neighbouring positions are the lanes of a vector; on GPUs a thread takes 4 positions at once
%! emits: cuda first += 4 * Q_STRIDE(x)
%! emits: cuda q_word(
%! emits: cuda q_put_word(
% A box filter along the rows of bytes, with the transform and without. Rows of 4k, 4k+1, 4k+2 and 4k+3 bytes, so that words and rows
% start anywhere.
function [] = __kernel__ packed_filter(x : mat[uint8]'unchecked, y : mat[uint8]'unchecked, count : int, pos : ivec2)
    {!kernel_transform enable="simdprocessing"}
    r = 0
    for k = 0..count-1
        r += x[pos[0], pos[1] + k]
    end
    y[pos] = int(r/count)
end
function [] = __kernel__ plain_filter(x : mat[uint8]'unchecked, y : mat[uint8]'unchecked, count : int, pos : ivec2)
    r = 0
    for k = 0..count-1
        r += x[pos[0], pos[1] + k]
    end
    y[pos] = int(r/count)
end
function y = filtered(x : mat[uint8], count : int)
    y = mat[uint8](size(x,0), size(x,1) - count + 1)
    z = mat[uint8](size(x,0), size(x,1) - count + 1)
    parallel_do(size(y), x, y, count, packed_filter)
    parallel_do(size(y), x, z, count, plain_filter)
    assert(y == z)
end
function x = image(rows, columns)
    x = mat[uint8](rows, columns)
    for m = 0..rows-1
        for n = 0..columns-1
            x[m,n] = mod(47*m + 29*n + m*n, 256)
        end
    end
end
for columns = 5..12
    for count = 1..4
        y = filtered(image(5, columns), count)
    end
end
% Row 1 starts with 47 77 107 137 167 197: sums of three 231 321 411 501.
print filtered(image(3, 6), 3)[1,:]
% => [77,107,137,167]
y = filtered(image(40, 133), 4)
