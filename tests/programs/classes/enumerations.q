% Keys as ints, in arithmetic, in arrays, as parameters and fields; by name where they are printed.
type level : enum
    Low = -1
    Middle
    High
    Top = 10
endtype
print level.Low, " ", level.Middle, " ", level.Top
% => Low Middle Top
print level.High + 1, " ", 2 * level.Top, " ", level.Low < level.High
% => 2 20 1
x = [10,20,30]
print x[level.High], x[level.Middle]
% => 2010
function y = next(l : level)
    y = l
    match l with
    | Low -> y = level.Middle
    | Middle -> y = level.High
    | High -> y = level.Top
    end
end
l = level.Low
for k = 0..2
    l = next(l)
end
print l, " ", l == level.Top, " ", int(l)
% => Top 1 10
type setting : class
    name : string
    at : level
endtype
s = setting(name:="s", at:=level.High)
print s, " ", "level " + s.at, " ", setting().at
% => {name: "s", at: High} level High Middle
s.at = 10
print s.at, " ", level(0), " ", level(7)
% => Top Middle 7
c : level = level.Low
print c
% => Low
r = vec[int](3)
function [] = __kernel__ k(r : vec[int], l : level, pos : int)
    match l with
    | Low -> r[pos] = 1
    | Top -> r[pos] = pos * level.Top
    end
end
parallel_do(3, r, level.Top, k)
print r
% => [0,10,20]
match s.at with
| Low -> print "low"
| _ -> print "other"
end
% => other
