% Series of numbers: what is asked at the ends of what the functions take, and what they refuse. tests/library compares them with NumPy.
function [] = told(action)
    try
        action()
        print "nothing was refused"
    catch ex
        print ex.message
    end
end
[y, first, place] = unique(["b", "a", "b"])
print y, " ", first, " ", place
% => ["a","b"] [1,0] [1,0,1]
print unique([[2, 1], [1, 2]]), " ", unique(zeros(0)), " ", unique([7])
% => [1,2] [] [7]
print differences([5]), " ", differences([[1, 2, 4], [2, 3, 7]], 1)
% => [] [[1,2],
% =>  [1,4]]
told(() -> differences([[1, 2], [3, 4]], 2))
% => differences: a matrix has no dimension 2
print trapz([7]), " ", cumtrapz([1, 2, 3]), " ", trapz([0, 2], [1, 3])
% => 0 [0,1.5,4] 4
told(() -> trapz([0, 1], [1, 2, 3]))
% => trapz: there are 2 places and 3 heights
print polyval([1, 2], [[1, 2], [3, 4]]), " ", polyval([1, 2], 1 + 2i)
% => [[3,4],
% =>  [5,6]] 3+2i
print abs(polyfit([5, 6], [1, 3], 1) - [2, -9]) < 0.001, " ", polyfit([3], [4], 0)
% => [1,1] [4]
told(() -> polyfit([1, 2], [1, 2], 2))
% => polyfit: a polynomial of degree 2 needs more points than 2
told(() -> polyfit([1, 2], [1, 2, 3], 1))
% => polyfit: there are 2 places and 3 heights
print interp1([0, 1, 2], [5, 6, 8], [-1, 0, 0.25, 1.5, 2, 3], 0), " ", isnan(interp1([1], [2], 3)), " ", interp1([1], [2], 1)
% => [0,5,5.25,7,8,0] 1 2
told(() -> interp1([0, 0], [1, 2], 0))
% => interp1: the places do not ascend at 1
told(() -> interp1([0, 1], [1], 0))
% => interp1: there are 2 places and 1 values
print histc([[1, 2], [2, 9]], [0, 2, 4]), " ", histc([4, 4.5], [0, 2, 4]), " ", histc([1], [0])
% => [1,2,0] [0,0,1] [0]
print percentile([4, 1, 3, 2], [0, 50, 100]), " ", percentile([7], 33)
% => [1,2.5,4] 7
told(() -> percentile([1, 2], 101))
% => percentile: percent are from 0 to 100
told(() -> percentile(zeros(0), 50))
% => percentile: there are no elements
print sort(randperm(5)), " ", numel(randperm(0))
% => [0,1,2,3,4] 0
print fftshift([1, 2, 3, 4]), " ", ifftshift(fftshift([1, 2, 3])), " ", fftshift([1i, 2])
% => [3,4,1,2] [1,2,3] [2+0i,0+1i]
print fliplr([[1, 2], [3, 4]]), " ", flipud([[1, 2], [3, 4]]), " ", rot90([[1, 2], [3, 4]])
% => [[2,1],
% =>  [4,3]] [[3,4],
% =>  [1,2]] [[2,4],
% =>  [1,3]]
print conv([1, 2, 3], [1, 1]), " ", conv([1, 2, 3], [1, 1], "same"), " ", conv([1], [1, 2, 3], "valid")
% => [1,3,5,3] [3,5,3] []
told(() -> conv([1], [1], "whole"))
% => conv: a shape is full, same or valid, not whole
% A variable of such a name is a variable.
differences = 3
print differences
% => 3
