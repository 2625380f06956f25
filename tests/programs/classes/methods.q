%! features: F057
% A mutable class changes through its methods and through every pointer to it.
type counter : mutable class
    hits : int
    name : string
endtype
function [] = bump(self : counter, by : int = 1)
    self.hits = self.hits + by
end
function y = bumped(self : counter)
    self.bump(by:=2)
    y = self.hits * 2
end
function [a, b] = both(self : counter)
    self.name = self.name + "!"
    a = self.hits
    b = self.name
end
c = counter(hits:=0, name:="c")
c.bump(by:=3)
c.bump()
print c.hits
% => 4
print c.bumped(), " ", c.hits
% => 12 6
[x, y] = c.both()
print x, y, c.name
% => 6c!c!
% Called as a function it works on a copy.
bump(c)
print c.hits
% => 6
shared : ^counter = c
other = shared
other.hits = 40
other.bump()
print shared.hits, " ", c.hits
% => 41 6
% A class that is not mutable is not changed by its methods.
type point : class
    x : scalar
endtype
function y = moved(self : point, by)
    self.x += by
    y = self
end
p = point(x:=1)
print p.moved(2), p
% => {x: 3}{x: 1}
% Within a class, and in a kernel.
type pair : class
    first : counter
    second : counter
endtype
q = pair()
q.second.bump(5)
print q.first.hits, q.second.hits
% => 05
type tally : mutable class
    n : int
endtype
function [] = __device__ add(self : tally, k : int)
    self.n += k
end
r = vec[int](4)
function [] = __kernel__ count(r : vec[int], pos : int)
    t = tally(n:=pos)
    t.add(10)
    t.add(1)
    r[pos] = t.n
end
parallel_do(4, r, count)
print r
% => [11,12,13,14]
