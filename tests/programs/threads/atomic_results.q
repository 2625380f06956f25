%! features: F310
% The value of an update is the one after it: tickets are unique.
function [] = __kernel__ draw(counter : vec[int], seen : vec[int], pos : int)
    ticket = (counter[0] += 1)
    seen[ticket - 1] += 1
end
counter = vec[int](1)
seen = vec[int](100000)
parallel_do(100000, counter, seen, draw)
print counter[0], " ", min(seen), " ", max(seen)
% => 100000 1 1
% Each of the thirteen operations, on ints and scalars, in global and in shared memory, by one thread.
function [] = __kernel__ each(a, y, pos : int)
    y[0] = (a[0] += 3)
    y[1] = (a[1] -= 3)
    y[2] = (a[2] *= 3)
    y[3] = (a[3] /= 4)
    y[4] = (a[4] ^= 2)
    y[5] = (a[5] .*= 3)
    y[6] = (a[6] ./= 4)
    y[7] = (a[7] .^= 2)
    y[8] = (a[8] &= 6)
    y[9] = (a[9] |= 6)
    y[10] = (a[10] ~= 6)
    y[11] = (a[11] ^^= 9)
    y[12] = (a[12] __= 9)
end
function [] = __kernel__ in_shared(a : vec, y : vec, pos : int)
    s = shared(13)
    for i = 0..12
        s[i] = a[i]
    end
    y[0] = (s[0] += 3)
    y[1] = (s[1] -= 3)
    y[2] = (s[2] *= 3)
    y[3] = (s[3] /= 4)
    y[4] = (s[4] ^= 2)
    y[5] = (s[5] .*= 3)
    y[6] = (s[6] ./= 4)
    y[7] = (s[7] .^= 2)
    y[8] = (s[8] &= 6)
    y[9] = (s[9] |= 6)
    y[10] = (s[10] ~= 6)
    y[11] = (s[11] ^^= 9)
    y[12] = (s[12] __= 9)
end
a = vec[int](13)
a[:] = [12,12,12,12,12,12,12,12,12,12,12,12,12]
y = vec[int](13)
parallel_do(1, a, y, each)
% 12 = 1100b, 6 = 0110b
print y
% => [15,9,36,3,144,36,3,144,4,14,10,12,9]
assert(a == y)
b = vec(13)
b[:] = [12,12,12,12,12,12,12,12,12,12,12,12,12]
z = vec(13)
parallel_do(1, b, z, each)
print z
% => [15,9,36,3,144,36,3,144,4,14,10,12,9]
b[:] = [12,12,12,12,12,12,12,12,12,12,12,12,12]
parallel_do([[1,1],[1,1]], b, z, in_shared)
print z
% => [15,9,36,3,144,36,3,144,4,14,10,12,9]
