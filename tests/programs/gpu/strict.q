%! features: F295
%! flags: --fp=strict
%! emits: cuda void root_
%! omits: cuda void add_
% Equal bits everywhere: a GPU gets what it computes to the last bit as processors do. It gets no sums of floats, whose order is its own,
% no function that CUDA's own library computes, no texture that the hardware interpolates, and its libraries no transforms.
function [total] = __kernel__ add(x : vec'unchecked, pos : int)
    total += x[pos]
end
function [] = __kernel__ collect(x : vec'unchecked, s : vec'unchecked, pos : int)
    s[0] += x[pos]
end
function [] = __kernel__ greatest(x : vec'unchecked, s : vec'unchecked, pos : int)
    s[1] ^^= x[pos]
end
function [] = __kernel__ fault(x : vec'unchecked, y : vec'unchecked, pos : int)
    y[pos] = erf(x[pos])
end
function [] = __kernel__ between(x : vec'hwtex_linear'clamped, y : vec'unchecked, pos : int)
    y[pos] = x[pos + 0.5]
end
function [] = __kernel__ root(x : vec'unchecked, y : vec'unchecked, pos : int)
    y[pos] = sqrt(x[pos])
end
n = 64
x = linspace(0, 63, n)
y = zeros(n)
s = zeros(2)
parallel_do(n, x, y, root)
print y[49]
% => 7
t = parallel_do(n, x, add)
parallel_do(n, x, s, collect)
parallel_do(n, x, s, greatest)
% 0 + 1 + … + 63
print t, " ", s[0], " ", s[1]
% => 2016 2016 63
parallel_do(n, x, y, fault)
print y[0], " ", y[63]
% => 0 1
parallel_do(n, x, y, between)
print y[10], " ", y[63]
% => 10.5 63
z = fft1(x)
print real(z[0])
% => 2016
%! trace: in x 256; launch 22; out y 256; processor 7; processor 10; in s 8; launch 13; out s 8; processor 16; processor 19
