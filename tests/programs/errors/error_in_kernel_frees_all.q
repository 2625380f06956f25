%! raises: y line 5
% The leak check runs at the end of this program too.
function y = work(n)
    y = zeros(n)
    parallel_do(n + 1, __kernel__ (pos : int) -> y[pos] = 1)
end
z = work(5)
