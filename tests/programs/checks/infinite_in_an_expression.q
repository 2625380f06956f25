%! features: F287
%! flags: --check=inf
%! raises: is not a finite number line 7
% With `inf` alone values that are not numbers pass.
x = [0.0, 1.0]
y = x .* (0.0/x[0])
z = 1 ./ x
print z
