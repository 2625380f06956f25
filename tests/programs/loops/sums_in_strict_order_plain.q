%! flags: --fp=strict -O0
% The same sum without optimisation: see sums_in_strict_order.q.
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
