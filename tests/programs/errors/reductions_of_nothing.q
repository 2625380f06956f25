% A sum along no rows is a zero for each column. Where there are two thousand million columns, that is nothing which a program can have meant:
% neither memory nor time is spent on it.
function [] = attempt(x, which : int)
    try
        match which with
        | 0 -> print size(sum(x, 0))
        | 1 -> print size(mean(x, 0))
        | 2 -> print size(median(x, 0))
        | 3 -> print size(std(x, 0))
        | 4 -> print size(any(x, 0))
        | 5 -> print size(transpose(x)*zeros(0,1))
        | 6 -> print size(lsolve(x, zeros(0,1)))
        | 7 -> csvwrite("nothing.csv", transpose(x))
        end
    catch ex
        print ex
    end
end
x = zeros(0, 2147483647)
for which = 0..7
    attempt(x, which)
end
% => sum: 1x2147483647 elements are too many to make of an array of size 0x2147483647, which has none
% => mean: 1x2147483647 elements are too many to make of an array of size 0x2147483647, which has none
% => median: 1x2147483647 elements are too many to make of an array of size 0x2147483647, which has none
% => std: 1x2147483647 elements are too many to make of an array of size 0x2147483647, which has none
% => any: 1x2147483647 elements are too many to make of an array of size 0x2147483647, which has none
% => matrix product: 2147483647x1 elements are too many to make of an array of size 2147483647x0, which has none
% => lsolve: 2147483647x1 elements are too many to make of an array of size 0x2147483647, which has none
% => csvwrite: 2147483647x1 elements are too many to make of an array of size 2147483647x0, which has none
% The other way there is nothing to make.
print size(sum(x, 1)), size(cumsum(x, 0)), size(cumprod(x, 1)), size(horzcat(transpose(x), transpose(x)))
% => [0][0,2147483647][0,2147483647][2147483647,0]
print size(circshift(x, [1,1])), size(find(x)), sum(x), isempty(x)
% => [0,2147483647][0,2]01
% Few columns of nothing are summed as in NumPy.
print sum(zeros(0, 3), 0), size(zeros(3, 0)*zeros(0, 2))
% => [0,0,0][3,2]
