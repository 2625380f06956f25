%! features: F214
%! structure: kernel 1, launch 1
%! loop: 6 parallel
x = zeros(3,5)
y = zeros(3,5)
for i = 0..size(x,0)-1
    for j = 0..size(x,1)-1
        y[i,j] = x[i,j]*2 + i + j
    end
end
% 5*(0+1+2) + 3*(0+1+2+3+4)
print sum(y)
% => 45
