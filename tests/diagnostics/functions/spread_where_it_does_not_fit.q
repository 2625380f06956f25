%! features: F137 F138 F139
im = zeros(2,3,2)
pos = [1,2,0]
print im[...pos, 1] %~ E0305 4 indices for a `cube(2,3,2)`
function [a,b] = swap(A,B)
    [a,b] = [B,A]
endfunction
function [] = process(a)
    print a
endfunction
process(...swap(1,2)) %~ E0401 `process` takes 1 argument, not 2
luminance = (R,G,B) -> 0.2126*R + 0.7152*G + 0.0722*B
c = [128,42,96,7]
print luminance(...c) %~ E0401 `luminance` takes 3 arguments, not 4
