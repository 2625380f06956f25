%! features: F283
%! raises: y line 5
y = zeros(3)
for k = 0..3
    y[k] = k
end
