% Functions for callers in C, C++ and Python: tests/callers/calls.c and check.py call them.
offset = 0.5
table = [1.0, 2.0, 4.0]
count = zeros(1)
kept = vec[mat](1)

% Scales a picture and adds the third number of a table and a constant.
% Parameters:
%   x - the picture
%   factor - what its elements are multiplied by
function y = scale(x : mat, factor : scalar)
    {!export}
    count[0] += 1
    y = x*factor + table[2] + offset
end

% How often `scale` was called.
function n = calls()
    {!export}
    n = int(count[0])
end

% The element of a number.
function y = fetch(x : vec, i : int)
    {!export}
    y = x[i]
end

% Sets all elements.
function [] = fill(x : mat, value : scalar)
    {!export}
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            x[m,n] = value
        end
    end
end

% A text and a number.
function [text, next] = greet(name : string, n : int)
    {!export}
    text = sprintf("hello %s", name)
    next = n + 1
end

% The picture itself.
function y = same(x : mat)
    {!export}
    y = x
end

% Keeps a picture for later.
function [] = keep(x : mat)
    {!export}
    kept[0] = x
end

% The picture that was kept.
function y = remembered()
    {!export}
    y = kept[0]
end

% Sum and greatest element of a cube.
function [total, most] = sums(x : cube)
    {!export}
    total = sum(x)
    most = max(x)
end

% The complex conjugate.
function y = mirrored(x : cmat)
    {!export}
    y = conj(x)
end

% Brighter bytes.
function y = brighter(x : mat[uint8])
    {!export}
    bright = x + 20
    y : mat[uint8] = bright
end

% Fails.
function [] = fail(message : string)
    {!export name="give_up"}
    error message
end

% A vector of three.
function y = cross3(a : vec3, b : vec3)
    {!export}
    y = [a[1]*b[2]-a[2]*b[1], a[2]*b[0]-a[0]*b[2], a[0]*b[1]-a[1]*b[0]]
end
