% A string is compared with strings only, in `match` too.
name = "a"
print name == 1 %~ E0308 a `string` and a `int` cannot be compared
if name != 2.5 %~ E0308 a `string` and a `scalar` cannot be compared
    print 1
end
x = 3
match x with
| "three" -> print 3 %~ E0308 a `string` and a `int` cannot be compared
end
