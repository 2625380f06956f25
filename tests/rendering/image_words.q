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
x3 = zeros(20,30,3)
x3[5, 2..9, :] = [255,0,0]
y = max(x, [], 1)
z = gradient(x)
print round(x, 2)
for c = "text"
    print c
end
