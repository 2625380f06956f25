f = x -> x
print strcat("a", f) %~ E0404 `strcat` cannot write a `function` as text
print num2str(f) %~ E0404 `num2str` cannot write a `function` as text
print "a" + f %~ E0308 `+` does not work on a `function`
n = numel(find([1]))
assert(n == 1, f) %~ E0404 `assert` cannot write a `function` as text
error("a", f) %~ E0404 `error` cannot write a `function` as text
