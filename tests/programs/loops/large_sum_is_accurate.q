% 2^24 ones in single precision: a naive sum stops at 16777216 for longer arrays, partial sums do not.
x = ones(4500,4500)
s = 0.0
for i = 0..4499
    for j = 0..4499
        s += x[i,j]
    end
end
print s
% => 20250000
%! run: native (the interpreter takes too long)
