%! loop: 21 parallel
%! loop: 22 parallel
% A small vector that is handed from one variable to the next is no array made anew: a loop over it is a kernel, and what
% arrays are for the rest, references, holds as well where the vector is one.
function y = step(o : vec3)
    y = [0.0,0.0,0.0]
    for b = 0..3
        p = o + 1
        o = p
        y += p
    end
end
function y = walk(o : vec3, d : vec3)
    p = o
    for b = 0..3
        p = p + d
    end
    y = p[0] + o[0]
end
img = zeros(40,50,3)
for m = 0..39
    for n = 0..49
        d = [m + 0.0, n + 0.0, 1.0]
        img[m,n,0..2] = step(d)*walk(d, [1.0,0.0,0.0])
    end
end
% step of [m,n,1] is 4*[m,n,1] + 10, walk is 2*m + 4.
print img[0,0,0], " ", img[2,3,0], " ", img[2,3,1], " ", img[39,49,2]
% => 40 144 176 1148

% A parameter that gets another vector is the function's own.
a = [1.0,2.0,3.0]
print step(a), " ", a
% => [14,18,22] [1,2,3]

% A copy of a parameter is a reference to the same array: what is stored through another name is seen.
function y = through(o : vec3, q : vec3)
    p = o
    q[0] = 5
    y = p[0]
end
print through(a, a), " ", through([1.0,2.0,3.0], a)
% => 5 1

% A parameter that is stored into by way of a copy changes the caller's array.
function [] = raise(o : vec3)
    p = o
    q = p
    q[2] = 30
end
raise(a)
print a
% => [5,2,30]

% What a function gives back may be the caller's own array.
function y = same(o : vec3)
    p = o
    y = p
end
b = same(a)
b[1] = 20
print a
% => [5,20,30]

% One of two.
function y = chosen(o : vec3, other : int)
    p = o
    if other
        p = [7.0,8.0,9.0]
    end
    y = sum(p)
end
print chosen(a, 0), " ", chosen(a, 1), " ", chosen([1.0,1.0,1.0], 0)
% => 55 24 3
