%! features: F111 F112
% Arrays of up to 64 elements lie in registers, larger ones in memory that is made for each position.
function [] = __kernel__ small(y : vec, pos : int)
    a = zeros(64)
    for i = 0..63
        a[i] = i*pos
    end
    y[pos] = sum(a)
end
function [] = __kernel__ large(y : vec, pos : int)
    b = zeros(65)
    for i = 0..64
        b[i] = i*pos
    end
    y[pos] = sum(b)
end
function [] = __kernel__ unknown(y : vec, n : int, pos : int)
    c = zeros(n)
    c[n-1] = pos
    y[pos] = sum(c) + numel(c)
end
y = zeros(4)
parallel_do(4, y, small)
print y
% 0 + 1 + … + 63 = 2016
% => [0,2016,4032,6048]
parallel_do(4, y, large)
print y
% => [0,2080,4160,6240]
parallel_do(4, y, numel(y), unknown)
print y
% => [4,5,6,7]
% A window whose size is not known.
function y = range_filter(im : mat'mirror, K : int)
    y = zeros(size(im))
    for m = 0..size(im,0)-1
        for n = 0..size(im,1)-1
            window = im[m+(-K..K),n+(-K..K)]
            y[m,n] = max(window) - min(window)
        end
    end
end
function [] = main(K : int = 1)
    print sum(range_filter(eye(10), K))
    % All windows on and next to the diagonal: 10 + 2*9 + 2*8.
    % => 44
end
%! reports: kernels the kernel `small`, in registers: a (64)
%! reports: kernels the kernel `large` needs dynamic kernel memory
%! reports: kernels the kernel `unknown` needs dynamic kernel memory
%! warns: the kernel `large` needs dynamic kernel memory line 11
%! warns: the kernel `unknown` needs dynamic kernel memory line 18
%! warns: Operator requires dynamic kernel memory line 36
