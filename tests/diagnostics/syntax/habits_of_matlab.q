% What users of MATLAB and NumPy write; each is one mistake.
c = cell(3)
c{1} = 2 %~ E0111 this cannot be assigned to
d = c{1} %~ E0312 `c` is a variable: braces behind it have no meaning
f = @(x) x^2 %~ E0001 unexpected character `@`
s.a = 1 %~ E0201 unknown name `s`
x = [1,2]
x[end+1] = 3 %~ E0114 `end` is not an index
A = zeros(3,4)
B = A - mean(A, 0) %~ E0302 arrays of different sizes: `mat(3,4)` and `vec(4)`
z = np.zeros(3) %~ E0201 unknown name `np`
y = sort(x) %~ E0204 unknown function `sort`
[v, k] = argmax(x) %~ E0204 unknown function `argmax`
u = unique(x) %~ E0204 unknown function `unique`
