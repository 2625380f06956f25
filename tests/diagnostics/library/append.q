% What cannot be appended, or appended to; each is one mistake.
A = [[1, 2], [3, 4]]
B = append(A, 5) %~ E0404 `append` takes a vector, not a `mat[int](2,2)`
C = append("text", "more") %~ E0404 `append` takes a vector, not a `string`
D = append(3, 4) %~ E0404 `append` takes a vector, not a `int`
E = append([1, 2], "three") %~ E0404 a `string` cannot be appended to a `vec[int](2)`
F = append(["one"], 2) %~ E0404 a `int` cannot be appended to a `vec[string](1)`
G = append([1, 2]) %~ E0401 `append` takes 2 arguments, not 1
H = append(vec[uint8](0), 2i) %~ E0404 a `cscalar` cannot be appended to a `vec[uint8](0)`
x = [1, 2]
x.append(3) %~ E0340 has no method `append`
x.push_back(3) %~ E0340 has no method `push_back`
function [] = __kernel__ grows(y : vec, pos : int)
    z = append(y, pos) %~ E0503 `append` does not exist in kernel and device functions
end
parallel_do(4, zeros(4), grows)
y = [1, 2]
y[2] = 3 %~ E0306 Index out-of-bounds: 2 of 2
y = [y, 3] %~ E0311 does not join arrays
