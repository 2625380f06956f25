%! features: F207 F208
% Launch dimensions are real numbers.
z = [0+0i, 1+0i]
names = ["a", "b"]
function [] = __kernel__ once(pos : int)
end
parallel_do(z, once) %~ E0504 ints
parallel_do(names, once) %~ E0504 ints
parallel_do("a", once) %~ E0504 ints
