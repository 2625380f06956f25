% Keys and values of types that a dictionary does not have; each is one mistake.
% Keys.
ints = dictionary(1, "one")
print ints[1.5] %~ E0304 the keys of this dictionary are `int`, not `scalar`
print isKey(ints, 1.5) %~ E0304 the keys of this dictionary are `int`, not `scalar`
vectors = dictionary()
vectors[[1, 2]] = 3 %~ E0304 a `vec[int](2)` is no key of a dictionary
complex = dictionary(1i, 2) %~ E0304 a `cscalar` is no key of a dictionary
typed : dictionary[vec, int] = dictionary() %~ E0304 a `vec` is no key of a dictionary

% Values.
written : dictionary[string, int] = dictionary()
written["a"] = "x" %~ E0301 the value is a `string` where a `int` is needed
other : dictionary[string, string] = written %~ E0301 is a `dictionary[string,int]` where a `dictionary[string,string]` is needed

% What makes one.
odd = dictionary("a") %~ E0401 `dictionary` takes keys and values in turn, or a vector of each
named = dictionary(a := 1) %~ E0403 the arguments of `dictionary` have no names
flat = dictionary(["a", "b"], 3) %~ E0404 a vector is needed, not a `int`
arguments = dictionary[string, int](3) %~ E0401 `dictionary[string,int]()` takes no arguments
