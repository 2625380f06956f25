% What dictionaries do not take; each is one mistake.
d = dictionary("a", 1)
print d[0..1] %~ E0304 this is no key of a dictionary
print d["a", "b"] %~ E0305 a dictionary is read by one key
print d[:] %~ E0304 this is no key of a dictionary
print d[3] %~ E0301 the key is a `int` where a `string` is needed
print d.a %~ E0340 a dictionary has no fields
d.b = 3 %~ E0340 a dictionary has no fields
print d.Count %~ E0340 a dictionary has no fields
print d.get("a", 3) %~ E0340 has no method `get`
print sum(d) %~ E0404 `sum` does not take a `dictionary[string,int]`
print d + 1 %~ E0308 `+` does not work on a `dictionary[string,int]`
for key = d %~ E0319 not a `dictionary[string,int]`
end
print keys([1, 2]) %~ E0404 `keys` takes a dictionary, not a `vec[int](2)`
e = dict() %~ E0204 unknown function `dict`
e = HashMap() %~ E0204 unknown function `HashMap`
e = containers.Map() %~ E0201 unknown name `containers`
print haskey(d, "a") %~ E0204 unknown function `haskey`
