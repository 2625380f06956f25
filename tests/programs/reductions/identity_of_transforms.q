%! features: F161
%! reduction: Applied reduction ifft2(fft2(transpose(x))) -> transpose(x)
%! reduction: Applied reduction real(transpose(x)) -> transpose(real(x))
%! reduction: Applied reduction real(x) -> x
%! reduction: Applied reduction transpose(transpose(x)) -> x
%! reduction: Result after 4 reductions: f=(x:mat) -> x
% The rules of the manual (4.9) and the one of its section 4.9.3 that its log applies first: the program's rules count before
% those of the library, and the cascade is an identity. Where two rules fit the same expression the larger pattern is taken.
reduction (x:mat) -> real(x) = x
reduction (x:mat) -> imag(x) = zeros(size(x))
reduction (x:mat) -> transpose(transpose(x)) = x
reduction (x:mat) -> x[:,:] = x
reduction (x:mat) -> real(transpose(x)) = transpose(real(x))
reduction x:mat -> ifft2(fft2(x)) = x
f = (x : mat) -> transpose(real(ifft2(fft2(transpose(x)))))
print f([[1,2],[3,4]])
% => [[1,2],
% =>  [3,4]]
