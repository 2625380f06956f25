s = "abc"
a = s[1] %~ E0303 a `string` has no elements
b = size(s) %~ E0404 `size` takes an array, not a `string`
c = int("3") %~ E0404 `int` takes a number or an array of numbers, not a `string`
d = num2str(pi, 4) %~ E0401 `num2str` takes 1 argument, not 2
e = endsWith(s, "c") %~ E0204 unknown function `endsWith`
f = s + newline %~ E0201 unknown name `newline`
g = char(65) %~ E0204 unknown function `char`
function [] = __kernel__ k(x : vec, pos : int)
    x[pos] = numel("abc") %~ E0503 `numel` does not exist in kernel
end
parallel_do(2, zeros(2), k)
