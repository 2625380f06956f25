% Elements of fixed arrays within arrays of classes at indices that are known when running.
type body : mutable class
    v : vec3
    m : mat2x2
endtype
a = vec[body](3)
for i = 0..2
    for k = 0..2
        a[i].v[k] = 10*i + k
    end
    a[i].m[1, mod(i, 2)] = 9
end
print a[2]
% => {v: [20,21,22], m: [[0,0],
% =>  [9,0]]}
k = numel(a) - 2
a[0].v[k] += 5
last = (a[0].v[k] += 5)
print a[0].v, " ", last, " ", a[1].m[k, k]
% => [0,11,2] 11 9
function n = next(count : vec)
    count[0] += 1
    n = int(count[0])
end
% The indices are evaluated once, before the value is stored.
count = [0.0]
a[next(count)].v[next(count)] = 7
print a[1].v, count
% => [10,11,7][2]
[a[2].v[k], b] = [1, 2]
[a[2].v[k+1], a[2].m[k, 0]] = [3.5, 4.5]
print a[2].v, b, a[2].m
% => [20,1,3.5]2[[0,0],
% =>  [4.5,0]]
function [] = __kernel__ turn(a : vec[body], pos : int)
    for k = 0..2
        a[pos].v[mod(k + pos, 3)] = k
    end
end
parallel_do(3, a, turn)
print a[0].v, a[1].v, a[2].v
% => [0,1,2][2,0,1][1,2,0]
k = 3
try
    a[0].v[k] = 1
catch ex
    print "outside"
end
% => outside
print a[0].v
% => [0,1,2]
