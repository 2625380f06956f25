%! features: F154
%! stderr: the stack is used up
%! exit: 1
% A lambda may call itself by the name of its variable; one without an end is one clear error.
factorial = n -> n == 0 ? 1 : n*factorial(n-1)
print factorial(5), " ", factorial(1)
% => 120 1
typed = (x : scalar) -> (x > 0) ? x * typed(x - 1) : 1
print typed(5), " ", typed(0)
% => 120 1
endless = (n : int) -> 1 + endless(n+1)
print endless(0)
