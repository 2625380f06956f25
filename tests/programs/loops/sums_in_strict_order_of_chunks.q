%! flags: --fp=strict
% Totals with --fp=strict on every engine, the interpreter too: a launch is divided by its cost into chunks, here 5, 6 and 32 (where each has a
% copy of the counts). Each adds number n of a row to part n modulo 16, or number n of all elements where the loops go over a whole array.
% The parts are combined as halves, the chunks pairwise. The numbers are those of NumPy in single precision, added in this order; in the order
% of the text the first would be 5948.0264.
x = zeros(300,1000)
for m = 0..299
    for k = 0..999
        x[m,k] = 1/(1.0 + mod(m*1000+k*7919, 10007))
    end
end
s = 0.0
for m = 0..299
    for k = 0..999
        s += sqrt(x[m,k])
    end
end
print s
% => 5947.784
s = 0.0
p = 1.0
for m = 1..298
    for k = 0..996
        s += x[m-1,k+2]*x[m,k]
        p *= 1 + 0.001*x[m,k]
    end
end
print s, " ", p
% => 0.098386385 1.3314452
h = vec[int](10)
s = 0.0
for m = 0..299
    for k = 0..999
        h[mod(k,10)] += 1
        s += x[m,k]
    end
end
print s, " ", h[3]
% => 290.27676 30000
s = 0.0
for k = 0..999
    s += x[17,k]
end
print s
% => 0.74343294
