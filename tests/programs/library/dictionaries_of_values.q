% What dictionaries hold: vectors, strings, objects, classes, dictionaries, values of any type; and where dictionaries go.

% Vectors of different lengths; a vector that is read is the one that is kept.
groups = dictionary()
groups["even"] = [0, 2, 4]
groups["odd"] = [1, 3]
print groups, " ", numel(groups["even"])
% => {"even": [0,2,4], "odd": [1,3]} 3
groups["odd"] = append(groups["odd"], 5)
groups["even"][0] = 10
groups["even"][1] += 1
print groups["odd"], groups["even"]
% => [1,3,5][10,3,4]

% Groups that are collected.
by_length = dictionary()
for word = ["a", "bb", "cc", "d", "eee"]
    n = strlen(word)
    by_length[n] = append(lookup(by_length, n, []), word)
end
print by_length
% => {1: ["a","d"], 2: ["bb","cc"], 3: ["eee"]}

% Strings, matrices, complex numbers.
names = dictionary("be", "Belgium", "nl", "Netherlands")
names["be"] += "!"
print names["be"], " ", names
% => Belgium! {"be": "Belgium!", "nl": "Netherlands"}
blocks = dictionary("unit", [[1,0],[0,1]])
blocks["twice"] = 2 * blocks["unit"]
print blocks["twice"][1,1], " ", blocks["unit"] * blocks["twice"]
% => 2 [[2,0],
% =>  [0,2]]
roots = dictionary("i", 1i)
roots["i"] *= 1i
print roots["i"]
% => -1+0i

% Dictionaries of dictionaries.
graph = dictionary()
for edge = ["a b", "a c", "b c"]
    ends = strsplit(edge)
    if !isKey(graph, ends[0])
        graph[ends[0]] = dictionary()
    end
    graph[ends[0]][ends[1]] = 1
end
graph["a"]["c"] += 4
print graph, " ", graph["a"]["c"], " ", numel(graph["b"])
% => {"a": {"b": 1, "c": 5}, "b": {"c": 1}} 5 1
try
    print graph["a"]["d"]
catch ex
    print ex
end
% => the dictionary has no key "d"; `isKey(d, key)` asks, `lookup(d, key, otherwise)` gives another value instead

% Values of a class are copied, objects are shared.
type point : class
    x : int
    y : int
endtype
places = dictionary()
places["home"] = point(x:=1, y:=2)
here = places["home"]
here.x = 7
places["home"].y = 5
print places["home"], " ", here, " ", places["home"].x
% => {x: 1, y: 5} {x: 7, y: 2} 1
type account : mutable class
    balance : int
endtype
function [] = pay(self : ^account, amount : int)
    self.balance += amount
end
accounts = dictionary()
who : ^account = account(balance:=10)
accounts["ann"] = who
accounts["ann"].balance += 5
accounts["ann"].pay(1)
print who.balance, " ", accounts["ann"].balance
% => 16 16

% Values of any type.
person = dictionary()
person["name"] = "Ann"
person["age"] = 41
person["scores"] = [1.5, 2]
print person
% => {"name": "Ann", "age": 41, "scores": [1.5,2]}
person["age"] += 1
print person["age"], " ", person["name"] + "!"
% => 42 Ann!
% A cell of any elements is one value, kept whole.
person["mixed"] = {1, "a", 2.5}
person["nested"] = {[1, 2], {3, "z"}}
person["more"] = {}
print numel(person), " ", person["mixed"], " ", person["nested"]
% => 6 [1,"a",2.5] [[1,2],[3,"z"]]
person["mixed"] = {2, "b"}
print person["mixed"], " ", person["scores"]
% => [2,"b"] [1.5,2]

% Parameters and results; what a function stores, the caller sees.
function [] = count(tally, words)
    for word = words
        tally[word] = lookup(tally, word, 0) + 1
    end
end
function d = counted(words)
    d = dictionary()
    count(d, words)
end
first = counted(["x", "y", "x"])
second = counted(["z"])
print first, " ", second
% => {"x": 2, "y": 1} {"z": 1}
function s = added(d : dictionary[string, scalar], key : string)
    s = 0
    if isKey(d, key)
        s = d[key] + 1
    end
end
prices = dictionary("tea", 2.5)
print added(prices, "tea"), " ", added(prices, "coffee")
% => 3.5 0

% Written types.
stock : dictionary[string, int] = dictionary()
stock["nails"] = 100
table = dictionary[int, vec[string]]()
table[3] = ["three", "drei"]
print stock, " ", table, " ", type(stock), type(table)
% => {"nails": 100} {3: ["three","drei"]} dictionary[string,int]dictionary[int,vec[string]]

% Fields.
type library : mutable class
    title : string
    shelves : dictionary[string, int]
endtype
books = library()
books.shelves["poems"] = 3
books.shelves["plays"] = 4
books.shelves["poems"] -= 1
print books.shelves, " ", numel(books.shelves)
% => {"poems": 2, "plays": 4} 2
more = library(title:="more", shelves:=dictionary("novels", 9))
print more.shelves["novels"], " ", more.title
% => 9 more
o = object()
o.table = dictionary()
o.table["a"] = 1
print o.table["a"], " ", o.table
% => 1 {"a": 1}

% In cells and vectors.
list = {dictionary("a", 1), "text"}
print list[0]["a"]
% => 1
several = [dictionary("a", 1), dictionary("b", 2)]
print several[1]["b"], " ", numel(several)
% => 2 2

% A branch decides which dictionary.
function d = chosen(wide)
    if wide
        d = dictionary("w", 1)
    else
        d = dictionary()
    end
end
print chosen(1), chosen(0)
% => {"w": 1}{}

% Values that were computed before.
known = dictionary()
function y = fibonacci(n : int, known)
    if isKey(known, n)
        y = known[n]
    else
        y = n
        if n > 1
            y = fibonacci(n-1, known) + fibonacci(n-2, known)
        end
        known[n] = y
    end
end
print fibonacci(40, known), " ", numel(known)
% => 102334155 41

% Several targets.
pair = dictionary()
[pair["a"], pair["b"]] = [1, 2]
[pair["b"], pair["a"]] = [pair["a"], pair["b"]]
print pair
% => {"a": 2, "b": 1}
