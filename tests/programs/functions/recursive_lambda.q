%! features: F154
fact = (n : int) -> n <= 1 ? 1 : n*fact(n-1)
print fact(6)
% => 720
