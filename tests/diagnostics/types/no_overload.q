%! features: F125
% The message names the function and the types of the arguments.
function y = area(x : scalar)
    y = x
end
function y = area(x : mat)
    y = 2
end
print area("text") %~ E0402 area
print area({1,"two"}) %~ E0402 no `area` takes (vec[{int,string}](2))
function y = volume(x : scalar, n : int)
    y = x
end
function y = volume(x : mat)
    y = 2
end
print volume("text", 2) %~ E0402 no `volume` takes (string, int)
print volume() %~ E0402 no `volume` takes ()
print volume(1, 2, 3) %~ E0402 no `volume` takes (int, int, int)
