% Each statement more than doubles the parts of the type; what is made of the last of them is told no more.
x = {1, "a"}
x = {x, 1, x, 2, x, 3, x}
x = {x, 1, x, 2, x, 3, x}
x = {x, 1, x, 2, x, 3, x}
x = {x, 1, x, 2, x, 3, x}
x = {x, 1, x, 2, x, 3, x}
x = {x, 1, x, 2, x, 3, x}
x = {x, 1, x, 2, x, 3, x}
x = {x, 1, x, 2, x, 3, x} %~ E0348 too many parts
x = {x, 1, x, 2, x, 3, x}
print numel(x)
