m = zeros(2,2)
v = [1,2]
print dotprod(v, ["a","b"]) %~ E0404 `dotprod` takes an array of numbers, not a `vec[string](2)`
print dotprod(["a","c"], ["a","b"]) %~ E0404 `dotprod` takes an array of numbers
%~^ E0404 `dotprod` takes an array of numbers
dotprod(["a"], [1]) %~ E0404 `dotprod` takes an array of numbers
print norm(["a"]) %~ E0404 `norm` takes an array of numbers
print ind2pos(["a"], 3) %~ E0404 `ind2pos` takes the sizes of an array first
print pos2ind(["a"], v) %~ E0404 `pos2ind` takes the sizes of an array first
print pos2ind(v, ["a","b"]) %~ E0404 `pos2ind` takes a position
print shuffledims(m, ["a","b"]) %~ E0404 `shuffledims` takes a list of dimensions
print circshift(v, ["a"]) %~ E0404 `circshift` takes a list of shifts
print size(m, ["a"]) %~ E0404 `size` takes a list of dimensions
print size(m, "a") %~ E0301 a dimension is a `string`
print find(["a"]) %~ E0404 `find` takes an array of numbers
print toc(3) %~ E0404 `toc` takes nothing or an empty string
print toc("a") %~ E0404 `toc` takes nothing or an empty string
print cummin([1+2i]) %~ E0404 `cummin` takes real numbers
save("x.npy", {1, "a"}) %~ E0404 `save` takes numbers and arrays of numbers
v[0] = reshape(["a"], 1) %~ E0301 the value is a `string`
