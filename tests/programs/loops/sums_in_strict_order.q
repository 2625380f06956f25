%! flags: --fp=strict
% With --fp=strict number n of a sum adds to part n modulo 16, and the parts are combined as halves: 0 and 8, 1 and 9, …, then 0 and 4, …
% NumPy, in single precision: x = 1/(1 + np.arange(1000)), a = np.zeros(16); for n, v in enumerate(x): a[n%16] += v; the halves of a, added
% four times, give 7.4854712, where the order of the text gives 7.4854784. The builtin adds in double precision: 7.485471.
x = zeros(1000)
for i = 0..999
    x[i] = 1/(1.0 + i)
end
s = 0.0
for i = 0..999
    s += x[i]
end
print s
% => 7.4854712
print sum(x)
% => 7.485471
