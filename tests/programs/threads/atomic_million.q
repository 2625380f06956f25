%! run: processors (millions of atomic changes of one element take the emulated GPU minutes)
%! features: F309
% All thirteen operations by a million threads, exact where the order does not matter, on ints and on scalars, in global memory and in shared memory of blocks.
function [] = __kernel__ ints(a : vec[int], pos : int)
    a[0] += pos
    a[1] -= 1
    a[2] *= 3
    a[3] .*= -1
    a[4] &= 2*pos + 1
    a[5] |= 4
    a[6] ~= pos
    a[7] ^^= pos
    a[8] __= -pos
    a[9] /= 1
    a[10] ./= -1
    a[11] ^= 3
    a[12] .^= 1
end
function [] = __kernel__ scalars(a : vec, pos : int)
    a[0] += 1
    a[1] -= 0.5
    a[2] *= 1
    a[3] .*= -1
    a[4] &= 2*pos + 1
    a[5] |= 4
    a[6] ~= pos
    a[7] ^^= pos
    a[8] __= -pos
    a[9] /= -1
    a[10] ./= 1
    a[11] ^= 1
    a[12] .^= 1
end
function a = start(a)
    a[:] = [0,0,1,1,15,3,0,-5,5,7,7,-1,9]
end
a = vec[int](13)
a = start(a)
parallel_do(1000000, a, ints)
% The sum of 0 to 999999 is 499999500000, which wraps to 1783293664. 3^1000000 wraps to -431905535.
print a[0..2]
% => [1783293664,-1000000,-431905535]
print a[3..12]
% => [1,1,7,0,999999,-999999,7,7,-1,9]
b = vec(13)
b = start(b)
parallel_do(1000000, b, scalars)
print b
% => [1000000,-500000,1,1,1,7,0,999999,-999999,7,7,-1,9]
function [] = __kernel__ in_shared(total : vec[int], pos : int, blkpos : int)
    s : vec[int] = shared_zeros(4)
    s[0] += 1
    s[1] ^^= pos
    s[2] ~= pos
    s[3] |= 2^mod(pos, 5)
    syncthreads
    if blkpos == 0
        total[0] += s[0]
        total[1] ^^= s[1]
        total[2] ~= s[2]
        total[3] |= s[3]
    end
end
total = vec[int](4)
parallel_do([[1,1000000],[1,256]], total, in_shared)
print total
% => [1000000,999999,0,31]
