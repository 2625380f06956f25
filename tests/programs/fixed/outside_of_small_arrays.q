%! features: F116
%! hides: kernels needs dynamic kernel memory
%! reports: kernels the kernel `each`, in registers
% The listing of the post on fixed sizes: `x[4,0]` is 0 with 'safe, `y[6]` is `y[2]` with 'circular.
function [y1,y2] = __device__ func (x : mat4x4'safe, y : vec4'circular)
    y1 = sum(x,1) + x[4,0]
    y2 = cumsum(x,1) + y[6]
endfunction
x = zeros(4,4)
for m = 0..3
    for n = 0..3
        x[m,n] = 4*m + n
    end
end
[y1,y2] = func(x, [10.0,20.0,30.0,40.0])
print y1, y2[0,0], " ", y2[3,3]
% => [[6],
% =>  [22],
% =>  [38],
% =>  [54]]30 84
function [] = __kernel__ each(x : mat4x4, y : vec4, sums : mat, total : cube, pos : int)
    [y1,y2] = func(x, y)
    sums[pos,0..3] = transpose(y1)
    total[pos,0..3,0..3] = y2
end
sums = zeros(2,4)
total = zeros(2,4,4)
parallel_do(2, x, [10.0,20.0,30.0,40.0], sums, total, each)
print sums
% => [[6,22,38,54],
% =>  [6,22,38,54]]
print squeeze(total[1,1,:]), max(abs(squeeze(total[0,:,:]) - y2))
% => [[34],
% =>  [39],
% =>  [45],
% =>  [52]]0
