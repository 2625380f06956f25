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
% What has as many elements as rows, or as many columns, is empty as well; what a loop over no rows does is nothing.
print size(mean(y, 1)), size(zeros(size(y))), size(cumsum(y, 1)), size(y*transpose(y)), y
% => [0][0,2147483647][0,2147483647][0,0][]
for i = 0..size(y,0)-1
    for j = 0..size(y,1)-1
        y[i,j] = 1
    end
end
save("none.npy", y)
csvwrite("none.csv", y)
f = fopen("none.csv")
print size(load("none.npy")), numel(fread(f, 100))
% => [0,2147483647]0
fclose(f)
% A picture of no rows is none, and none is left; three elements are no sums of no rows.
try
    imwrite("none.png", y)
catch ex
    print "no picture"
end
% => no picture
x = ones(3,3)
try
    x[0..2,0] = sum(y, 1)
catch ex
    print "sizes"
end
% => sizes
print exists("none.png")
% => 0
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
