% Names of the library whose file is not imported: the import is told, also of types, of functions as values.
x = rand(4,4,3)
g = rgb2gray(x)
v : hvec2 = [1,2]
f = imdilate
y = conv2(g, ones(3,3))
