%! files: no_rows_endless.npy no_rows_long.npy
% An array without elements has sizes all the same: none is more than an int can count, and what a file declares beyond that is an error.
try
    x = load("no_rows_endless.npy")
    print size(x)
catch ex
    print ex
end
% => cannot read 'no_rows_endless.npy': array: 0x9223372036854775807 elements are more than an int can count
% 2^31 - 1 columns of nothing are as NumPy's np.zeros((0, 2**31 - 1)): the transpose, copies, sums along the other dimension.
y : mat = load("no_rows_long.npy")
print size(y), size(transpose(y)), size(y + 1), size(repmat(y, [2,1])), numel(y), sum(y), size(sum(y, 1))
% => [0,2147483647][2147483647,0][0,2147483647][0,2147483647]00[0]
print size(fft2(y)), size(ifft2(y)), size(reshape(y, [0,3]))
% => [0,2147483647][0,2147483647][0,3]
% Twice as many columns are more than an int can count.
function [] = attempt(y : mat, which : int)
    try
        match which with
        | 0 -> print size(repmat(y, [1,2]))
        | 1 -> print size(horzcat(y, y))
        | 2 -> print size(y[:,0..3])
        end
    catch ex
        print ex
    end
end
for which = 0..2
    attempt(y, which)
end
% => array: 0x4294967294 elements are more than an int can count
% => array: 0x4294967294 elements are more than an int can count
% => index: an array of size 0x2147483647 has no elements to slice
