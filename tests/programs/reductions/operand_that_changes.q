%! features: F173
%! warns: a reduction relies on the type of `A`, which belongs to an enclosing scope and is assigned again line 10
%! tolerance: 1e-4
% The listing of the manual (4.9.3): the variable of the script is assigned again in the loop, and the rule is for real matrices
% only. It is applied with a warning where the types are those of the rule throughout, and not where they change.
reduction x:mat -> ifft2(fft2(x)) = x
function [] = real_all_along()
A = ones(4,4)
for k=1..2
y = x:mat -> ifft2(fft2(x + A))
A = 2*ones(4,4)
print y(ones(4,4))[0,0]
endfor
end
real_all_along()
% The lambda has the array of its definition.
% => 2
% => 3
function [] = complex_later()
B = ones(4,4)
for k=1..2
y = x:mat -> ifft2(fft2(x + B))
print real(y(ones(4,4))[0,0]), " ", imag(y(ones(4,4))[0,0])
B = 1i*ones(4,4)
endfor
end
complex_later()
% => 2 0
% => 1 1
