% Patterns that cannot be read, and what `regexp` does not give.
a = regexp("abc", "(a", "match") %~ E0404 this is no regular expression
b = regexprep("abc", "[a", "b") %~ E0404 this is no regular expression
c = regexp("abc", "a", "matches") %~ E0404 `regexp` does not give "matches" so
d = regexp("abc", "a", "split", "once") %~ E0404 `regexp` does not give "split" so
kind = "mat"
if rand(1)[0] > 2
    kind = "tokens"
end
e = regexp("abc", "a", kind) %~ E0404 what `regexp` gives is a constant text
f = regexp("abc", 3) %~ E0301 the argument for `pattern` is a `int` where a `string` is needed
g = findall("a", "abc") %~ E0204 unknown function `findall`
