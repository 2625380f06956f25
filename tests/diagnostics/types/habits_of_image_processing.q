% Words of MATLAB's, SciPy's and OpenCV's libraries of images; each is one mistake, and said once.
x = ones(8,8)
a = padarray(x, 3) %~ E0204 unknown function `padarray`
b = imbinarize(x) %~ E0204 unknown function `imbinarize`
c = fspecial("gaussian") %~ E0204 unknown function `fspecial`
d = maximum(x, 2) %~ E0204 unknown function `maximum`
e = argwhere(x) %~ E0204 unknown function `argwhere`
f = interp2(x, 1, 2) %~ E0204 unknown function `interp2`
g = cat(1, x, x) %~ E0301 a dimension is a `mat(8,8)`, not a number
h = bwlabel(x) %~ E0204 unknown function `bwlabel`
