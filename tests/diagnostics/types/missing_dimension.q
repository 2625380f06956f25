% Dimensions count from 0; one that an array does not have gives the array back.
A = [[1,2],[3,4]]
img = imread("a.png")
v = [1,2,3]
print sum(A, 2) %~ W0410 `sum` along dimension 2 gives a `mat[int](2,2)` back as it is
print mean(img, 3) %~ W0410 `mean` along dimension 3
print maxdim(A, 2) %~ W0410 `maxdim` along dimension 2
print cumsum(A, 2) %~ W0410 `cumsum` along dimension 2
print sum(v, 0) %~ W0410 `sum` along dimension 0
print size(A, 2) %~ W0410 is always 1
function y = total(x : mat)
    y = sum(x, 2) %~ W0410 `sum` along dimension 2
end
print total(ones(3,3))
print size(A, 3), size(v, 7), sum(A, 0), sum(A, 1), mean(img, 2), sum(v, 1), size(v, 0), size(img, 2), cumsum(v)
% A function for arrays of any type asks for what some of them do not have.
function y = grey(x)
    y = mean(x, 2)
end
print grey(A), grey(img)
print max(A, 0)
