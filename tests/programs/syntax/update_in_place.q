% `op=` works in the array itself, so that every reference sees it, whatever is known of the sizes of the right side.
v = linspace(1, 100, 100)
w = v
m = reshape(2*v, [1,100])
v += m
print w[0..2], v[0..2]
% => [3,6,9][3,6,9]
function [] = change(x : vec, y : mat)
    x += y
    x .*= y
end
change(v, m)
print w[0..2]
% => [10,40,90]
short = [1,2,3]*1.0
same = short
row = reshape([10,20,30]*1.0, [1,3])
short -= row
print same, short
% => [-9,-18,-27][-9,-18,-27]
function [] = add_any(x : vec, y : cube{:})
    x += y
end
add_any(short, row)
print same
% => [1,2,3]
k = mat[scalar](4,1)
k += transpose(vec(4))
print transpose(k)
% => [0,0,0,0]
% Small integers round and saturate in place.
u : vec[uint8] = [100,200,3]
alias = u
u += 100
print alias
% => [200,255,103]
u *= 0.5
print alias, u
% => [100,128,52][100,128,52]
u /= 3
print alias
% => [33,43,17]
u -= [0.6,100.0,-0.4]
print alias
% => [32,0,17]
g = mat[int8](20,20)
h = g
g += 1.5
g *= 1.5
print h[19,19]
% => 3
% An array of ints becomes one of scalars, as a variable does.
c = [1,2,3]
d = c
c *= 1.5
print c, d
% => [1.5,3,4.5][1,2,3]
% Arrays of a known size, which live in registers, by arrays whose size only the running program knows.
function [] = small(n : int)
    v = vec(3)
    v += ones(n)
    w = vec[int](3)
    w -= 2*ones(n)
    q = [1,2,3]
    q .*= 2 + int(ones(n))
    m = eye(2)
    m += ones(n-1, n-1)
    print v, w, q, m
end
small(3)
% => [1,1,1][-2,-2,-2][3,6,9][[2,1],
% =>  [1,2]]
try
    small(4)
catch ex
    print ex
end
% => +: the sizes 1x3 and 1x4 do not fit together
function [] = __kernel__ added(x : mat, y : mat, pos : int)
    v = vec(3)
    v += x[pos,0..2]
    v += y[pos,:]
    y[pos,0..2] = v
end
y = ones(2,3)
parallel_do(2, 2*ones(2,3), y, added)
print y
% => [[3,3,3],
% =>  [3,3,3]]
