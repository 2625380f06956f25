%! features: F037 F086
%! emits: cuda for (int k = (-4); k <= 4; ++k)
%! emits: cuda for (int l = (-4); l <= 4; ++l)
%! omits: cuda int half_wnd_size
%! loop: 12 parallel, 2 dimensions
%! loop: 21 parallel, 2 dimensions
% The listing of the manual (3.12): the constant stands in the kernels as a number.
half_wnd_size : 'const = 4
function y = mean_filter(x : mat'circular)
y = zeros(size(x))
tmp : mat'circular = zeros(size(x))
for m=0..size(y,0)-1
for n=0..size(y,1)-1
sum = 0.0
for k=-half_wnd_size..half_wnd_size
sum += x[m,n+k]
endfor
tmp[m,n] = sum
endfor
endfor
for m=0..size(y,0)-1
for n=0..size(y,1)-1
sum = 0.0
for l=-half_wnd_size..half_wnd_size
sum += tmp[m+l,n]
endfor
y[m,n] = sum
endfor
endfor
endfunction
x = zeros(20,20)
x[10,2] = 1
y = mean_filter(x)
% The sums over 9x9 around (10,2): rows 6 to 14, columns 18 (around the edge) to 6.
print sum(y), " ", y[6,6], y[5,6], y[14,18], y[14,17]
% => 81 1010
