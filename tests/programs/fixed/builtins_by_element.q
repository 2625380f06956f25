%! features: F114 F115
%! hides: kernels needs dynamic kernel memory
%! reports: kernels the kernel `each`, in registers
% Each builtin of the post's list on arrays of known size, element by element on the host and in a kernel, where no memory is made.
function y = __device__ number(A : mat3x3, which : int)
    y = mat(3,3)
    match which with
    | 0 -> y = zeros(3,3) + 1
    | 1 -> y = ones(3,3)
    | 2 -> u = uninit(3,3)
        u[:,:] = 7
        y = u
    | 3 -> y = eye(3)
    | 4 -> y = repmat(A[0,0..2], [3,1])
    | 5 -> y = reshape(A[0..2,0..2], [3,3])
    | 6 -> y = shuffledims(A, [1,0])
    | 7 -> y = transpose(A)
    | 8 -> y = A + sum(A) + sum(A,0)[0,1] + sum(A,1)[2,0]
    | 9 -> y = A + prod(A) + prod(A,1)[1,0]
    | 10 -> y = A + min(A) + mindim(A,0)[0,2]
    | 11 -> y = A + max(A) + maxdim(A,1)[0,0]
    | 12 -> y = cumsum(A,0)
    | 13 -> y = cumprod(A,1)
    | 14 -> y = cummin(A,1)
    | 15 -> y = cummax(A,0)
    | 16 -> y = (A + 2*A - A./2).*A
    | 17 -> y = A*transpose(A)
    | 18 -> y = sin(A).*sin(A) + cos(A).*cos(A)
    | 19 -> y = tan(A) - sin(A)./cos(A)
    end
end
A = [[2.0,1.0,3.0],[4.0,6.0,5.0],[1.0,2.0,1.0]]
host = zeros(20,3,3)
for k = 0..19
    host[k,:,:] = number(A, k)
end
print squeeze(host[4,1,:]), squeeze(host[6,0,:]), squeeze(host[7,0,:]), squeeze(host[5,2,:])
% Each a column.
% => [[2],
% =>  [1],
% =>  [3]][[2],
% =>  [4],
% =>  [1]][[2],
% =>  [4],
% =>  [1]][[1],
% =>  [2],
% =>  [1]]
print sum(host[0,:,:]), " ", sum(host[1,:,:]), " ", sum(host[2,:,:]), " ", sum(host[3,:,:])
% => 9 9 63 3
% 2 + 25 + (1+6+2) + (1+2+1); 2 + 1440 + 120; 2 + 1 + 1; 2 + 6 + 3.
print host[8,0,0], " ", host[9,0,0], " ", host[10,0,0], " ", host[11,0,0]
% => 40 1562 4 11
% Columns 2,4,1 summed; rows 4,6,5 multiplied; rows 2,1,3 least so far; columns 3,5,1 greatest so far.
print host[12,2,0], " ", host[13,1,2], " ", host[14,0,2], " ", host[15,2,2]
% => 7 120 1 5
% (4+8-2)*4; rows (2,1,3) and (4,6,5): 8+6+15.
print host[16,1,0], " ", host[17,0,1], " ", max(abs(host[18,:,:] - 1)) < 1e-6, max(abs(host[19,:,:])) < 1e-4
% => 40 29 11
function [] = __kernel__ each(A : mat3x3, y : cube, pos : int)
    y[pos,0..2,0..2] = number(A, pos)
end
inside = zeros(20,3,3)
parallel_do(20, A, inside, each)
print max(abs(inside - host)) < 1e-4
% => 1
