% A vector with another element, or with those of another vector, behind its own.
x = [1, 2]
y = append(x, 3)
print x, " ", y, " ", type(y)
% => [1,2] [1,2,3] vec[int]
print append(y, x), " ", append(x, x), " ", append(append(x, 5), 6)
% => [1,2,3,1,2] [1,2,1,2] [1,2,5,6]
print numel(append(zeros(0), zeros(0))), append(zeros(0), ones(2))
% => 0[1,1]

% What has no elements takes those that are put into it.
list = []
list = append(list, 2.5)
list = append(list, [3, 4])
print list, " ", numel(list)
% => [2.5,3,4] 3
names = []
for k = 0..2
    names = append(names, sprintf("n%d", k))
end
print names, " ", type(names)
% => ["n0","n1","n2"] vec[string]
found = []
if numel(names) > 5
    found = append(found, "many")
end
print numel(found), " ", type(found)
% => 0 vec[string]
z = []
for k = 1..3
    z = append(z, complex(k, -k))
end
print z
% => [1-1i,2-2i,3-3i]
words : vec[string] = []
words = append(words, "a")
print words
% => ["a"]

% Numbers meet in the type that holds both; elements of fewer bits stay what they are, and round and saturate.
print append([1, 2], 2.5), " ", append([1.5], 2), " ", append([1], 2i)
% => [1,2,2.5] [1.5,2] [1+0i,0+2i]
bytes = vec[uint8](1)
bytes = append(bytes, 300)
bytes = append(bytes, 2.5)
bytes = append(bytes, [-7, 8])
print bytes, " ", type(bytes)
% => [0,255,3,0,8] vec[uint8]
long = vec[int64](0)
long = append(long, 2.0^40)
long = append(long, 7)
print long, " ", type(long)
% => [1099511627776,7] vec[int64]
unsigned = append(vec[uint64](0), -1)
unsigned = append(unsigned, 2.5)
signed = append(vec[int8](0), -300)
signed = append(signed, 127.5)
print unsigned, " ", append(vec[uint32](1), 2.0^32), " ", signed
% => [0,3] [0,4294967295] [-128,127]
halves = append(vec[scalar'half](0), 0.1)
print abs(halves[0] - 0.1) < 0.0001, abs(halves[0] - 0.1) > 0.00001
% => 11

% Other variables keep the shorter vector, and see no element of the longer one.
a = [1.5, 2.5]
b = a
a = append(a, 3.5)
a[0] = 9
print a, " ", b
% => [9,2.5,3.5] [1.5,2.5]
c = append(b, 4)
b[1] = 0
print b, " ", c
% => [1.5,0] [1.5,2.5,4]

% The vector behind itself.
d = [1, 2, 3]
for k = 1..3
    d = append(d, d)
end
print numel(d), " ", sum(d), " ", d[21..23]
% => 24 48 [1,2,3]

% Columns stay columns; the elements of a row fit behind them.
column = transpose([1, 2])
column = append(column, 3)
print size(column), transpose(append(column, [4, 5]))
% => [3][1,2,3,4,5]
marked = [5, -1, 7]
picked = marked[marked > 0]
picked = append(picked, 8)
print size(picked), " ", sum(picked)
% => [3] 20
part = (0..9)[2..4]
part = append(part, 10)
print part
% => [2,3,4,10]

% A function that appends to its parameter leaves the caller's vector as it is.
function y = with_end(y, v)
    y = append(y, v)
end
p = [1, 2]
q = with_end(p, 3)
print p, " ", q
% => [1,2] [1,2,3]
for k = 4..6
    q = with_end(q, k)
end
print q
% => [1,2,3,4,5,6]

% An error leaves the vector as it was.
function y = fails(k)
    if k == 2
        error("no ", k)
    end
    y = k
end
kept = [0]
try
    for k = 1..3
        kept = append(kept, fails(k))
    end
catch ex
    print ex.message, " ", kept
end
% => no 2 [0,1]
