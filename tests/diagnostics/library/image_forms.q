% What `imread` takes besides a path is "native", known when compiling.
x = imread("a.png", "grey") %~ E0404 `imread` takes "native" or nothing as its second argument
y = imread("a.png", 1) %~ E0404 "native" or nothing
z = imread("a.png", sprintf("%s", "native")) %~ E0404 "native" or nothing
w = imread("a.png", "native", 2) %~ E0401
v = imread(3, "native") %~ E0404 `imread` takes a `string`
