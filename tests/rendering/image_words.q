% What users of libraries of images write, and what stands with it.
x = ones(8,8)
a = padarray(x, 3)
b = imbinarize(x)
c = maximum(x, 2)
d = argwhere(x)
e = interp2(x, 1, 2)
f = cat(1, x, x)
g = regionprops(x)
film = tiffread("a.tif")
print film.data
