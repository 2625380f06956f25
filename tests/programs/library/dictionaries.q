% Dictionaries: what is stored comes back by its key, in the order in which the keys came.
d = dictionary()
d["one"] = 1
d["two"] = 2
d["three"] = 3
print d["one"] + d["two"], " ", numel(d), " ", isempty(d)
% => 3 3 0
print keys(d), " ", values(d)
% => ["one","two","three"] [1,2,3]
print d
% => {"one": 1, "two": 2, "three": 3}

% A key that is there keeps its place.
d["one"] = 11
d["two"] += 20
d["three"] *= 3
print d, " ", "text " + d
% => {"one": 11, "two": 22, "three": 9} text {"one": 11, "two": 22, "three": 9}
print isKey(d, "one"), isKey(d, "One"), d.isKey("two"), " ", lookup(d, "two", 0), " ", d.lookup("four", -1)
% => 101 22 -1

% What is removed is gone; a key that comes again stands last.
print remove(d, "one"), remove(d, "one"), " ", d, " ", numel(d)
% => 10 {"two": 22, "three": 9} 2
d["one"] = 1
print keys(d)
% => ["two","three","one"]

% A missing key is an error that names the nearest one.
try
    print d["thre"]
catch ex
    print ex
end
% => the dictionary has no key "thre": did you mean "three"?
try
    d["four"] += 1
catch ex
    print ex
end
% => the dictionary has no key "four"; `isKey(d, key)` asks, `lookup(d, key, otherwise)` gives another value instead

% A variable refers to a dictionary, as to an array; a copy is another one.
same = d
other = copy(d)
same["one"] = 100
print d["one"], " ", other["one"], " ", d == same, d == other, d != other
% => 100 1 101

% Two dictionaries are equal if they have the same keys with the same values.
a = dictionary("x", 1, "y", 2)
b = dictionary(["y", "x"], [2, 1])
print a == b, " ", a, " ", b
% => 1 {"x": 1, "y": 2} {"y": 2, "x": 1}
b["z"] = 0
print a == b, b == a
% => 00

% All entries.
total = 0
for key = keys(a)
    total += a[key]
end
print total, " ", sum(values(a))
% => 3 3

% Words are counted.
counts = dictionary()
for word = strsplit("the cat saw the dog and the dog saw the cat")
    counts[word] = lookup(counts, word, 0) + 1
end
print counts
% => {"the": 4, "cat": 2, "saw": 2, "dog": 2, "and": 1}

% Numbers as keys: ints, and scalars, of which 0 and -0 are one.
squares = dictionary()
for k = 1..5
    squares[k*k] = k
end
print squares, " ", squares[16], " ", isKey(squares, 15)
% => {1: 1, 4: 2, 9: 3, 16: 4, 25: 5} 4 0
halves = dictionary()
halves[0.5] = "half"
halves[0.0] = "nothing"
halves[-0.0] = "still nothing"
halves[2] = "whole"
print halves, " ", halves[2.0]
% => {0.5: "half", 0: "still nothing", 2: "whole"} whole
try
    halves[0/0.0] = "never"
catch ex
    print ex
end
% => NaN is no key of a dictionary: it equals nothing
try
    print squares[15]
catch ex
    print ex
end
% => the dictionary has no key 15; `isKey(d, key)` asks, `lookup(d, key, otherwise)` gives another value instead

% Ints that become scalars when the values meet a fraction.
sums = dictionary()
sums["a"] = 0
sums["a"] += 0.5
sums["b"] = 1
print sums
% => {"a": 0.5, "b": 1}

% Nothing is ever stored.
o = object()
o.table = dictionary()
print o.table, numel(o.table)
% => {}0
empty = dictionary()
print numel(empty), isempty(empty), empty, isKey(empty, "a"), numel(keys(empty))
% => 01{}00
