% Bitwise changes of scalars by many threads: of numbers of 0 to 7, those that leave k by 4 are k and k+4.
function [] = __kernel__ bits(h : vec, w : mat[int], pos : int)
    h[mod(pos,4)] |= mod(pos, 8)
    w[0,mod(pos,4)] |= mod(pos, 8)
    w[1,mod(pos,4)] &= mod(pos, 8)
    w[2,mod(pos,4)] ~= mod(pos, 8)
end
h = zeros(4)
w = mat[int](3,4)
w[1,:] = [15,15,15,15]
parallel_do(200000, h, w, bits)
print h
print w[0,:]
% => [4,5,6,7]
% => [4,5,6,7]
% Both together have k alone; each comes an even number of times, 25000, so the exclusive or is nothing.
print w[1,:], w[2,:]
% => [0,1,2,3][0,0,0,0]
