%! features: F088
% A value of one of two types: each operation is that of the type it has.
function y = pick(n : int)
    if n > 0
        y = "text"
    elseif n == 0
        y = [1,2,3]
    else
        y = n
    end
end
for k = -1..1
    print pick(k), " ", pick(k) + "!"
end
% => -1 -1!
% => [1,2,3] [1,2,3]!
% => text text!
a = pick(-3)
print a + 1, " ", -a, " ", a < 0, " ", abs(a), " ", max(a, 2)
% => -2 3 1 3 2
b = pick(0)
print b[1], " ", sum(b), " ", 2*b, " ", numel(b), " ", b == [1,2,3]
% => 2 6 [2,4,6] 3 [1,1,1]
b[1] = 9
b += 1
print b
% => [2,10,4]
x : scalar = a
v : vec = b
print x/2, " ", v/2
% => -1.5 [1,5,2]
if isscalar(a) && !isscalar(b)
    print "a number and none"
end
% => a number and none
match pick(1) with
| 3 -> print "three"
| "text" -> print "the text"
end
% => the text
s = 0
for part = b
    s += part
end
print s
% => 16
c = {a, b, pick(1)}
print c
% => [-3,[2,10,4],"text"]
f = x > 0 ? (t -> t + 1) : (t -> t*2)
print f(20)
% => 40
% Sums of each with each: 1, "a" and 2.5; a sum with the text is a text.
all = {1, "a", 2.5}
for i = 0..2
    line = ""
    for j = 0..2
        line = line + "," + (all[i] + all[j])
    end
    print line
end
% => ,2,1a,3.5
% => ,a1,aa,a2.5
% => ,3.5,2.5a,5
