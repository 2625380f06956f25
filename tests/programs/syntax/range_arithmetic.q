%! features: F012
% A range shifted by a position gives an index vector.
x = 10..10..90
m = 4
print x[m+(-1..1)]
% => [40,50,60]
print x[2*m-(0..2)]
% => [90,80,70]
A = [[1,2,3,4],[5,6,7,8],[9,10,11,12]]
w = A[1+(-1..1),2+(-1..1)]
print size(w)
% => [3,3]
print w[0,0], " ", w[1,1], " ", w[2,2]
% => 2 7 12
% The kernel that the manual prints for a filter of 32 columns at a time (17.2.3).
function [] = __kernel__ tile(K:int,im:mat'const,im_out:mat'unchecked,pos:ivec2)
    r=zeros(32)
    for x=-K..K
        r+=im[pos[0],32.*pos[1]+(0..31)+x]
    endfor
    im_out[pos[0],32.*pos[1]+(0..31)]=r./((2.*K)+1)
endfunction
im = 3*ones(2,64)
im[1,40] = 9
im_out = zeros(2,64)
parallel_do([2,2], 1, im, im_out, tile)
% (3+3+3)/3, and (9+3+3)/3 next to the 9; outside of the matrix are zeros: (0+3+3)/3.
print im_out[1,38..42], im_out[0,0], im_out[0,63]
% => [3,5,5,5,3]22
