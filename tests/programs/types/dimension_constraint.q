%! features: F065
% vec is cube{1}, mat cube{2}, cube cube{3}, a hypercube cube{4}: the same types for overloads.
function r = f(x : cube{1})
    r = "one"
end
function r = f(x : cube{2})
    r = "two"
end
function r = f(x : cube{3})
    r = "three"
end
function r = f(x : cube{4})
    r = "four"
end
print f(zeros(3)), " ", f(zeros(3,2)), " ", f(zeros(3,2,2)), " ", f(zeros(3,2,2,2))
% => one two three four
a : vec = zeros(5)
b : mat = zeros(5,2)
c : cube = zeros(5,2,2)
print f(a), " ", f(b), " ", f(c)
% => one two three
function r = g(x : vec)
    r = "vec"
end
function r = g(x : mat)
    r = "mat"
end
function r = g(x : cube)
    r = "cube"
end
function r = g(x : cube{4})
    r = "hypercube"
end
v : cube{1} = zeros(5)
w : cube{2} = zeros(5,2)
x : cube{3} = zeros(5,2,2)
h : cube{4} = zeros(5,2,2,2)
print g(v), " ", g(w), " ", g(x), " ", g(h)
% => vec mat cube hypercube
