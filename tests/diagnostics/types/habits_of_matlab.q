% What users of MATLAB and NumPy expect of values; each is one mistake, and said once.
c = cell(3)
d = c{1} %~ E0312 `c` is a variable: braces behind it have no meaning
s.a = 1 %~ E0201 unknown name `s`
s.b = 2
x = [1,2]
A = zeros(3,4)
B = A - mean(A, 0) %~ E0302 arrays of different sizes: `mat(3,4)` and `vec(4)`
B = A - mean(A, 1) %~ E0302 arrays of different sizes: `mat(3,4)` and `mat(3,1)`
z = np.zeros(3) %~ E0201 unknown name `np`
y = sortrows(x) %~ E0204 unknown function `sortrows`
[v, k] = sum(x) %~ E0406 2 targets for 1 output
u = argmax(x) %~ E0204 unknown function `argmax`
w = x.sum() %~ E0340 `vec[int](2)` has no method `sum`
h = A.shape %~ E0340 a `mat(3,4)` has no fields
names = {}
for i = 0..3
    names = {...names, "x"} %~ E0315 `...` needs a vector
end
