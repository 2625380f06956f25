%! features: F413
%! reduction: Applied reduction real(ifft2(y)) -> irealfft2(y)
%! reduction: Result after 1 reduction: irealfft2(y)
%! reduction: Applied reduction real(ifft3(y)) -> irealfft3(y)
%! reduction: Result after 1 reduction: irealfft3(y)
%! reduction: Applied reduction ifft2(fft2(m)) -> m
%! reduction: Applied reduction real(m) -> m
%! reduction: Result after 2 reductions: print(m)
% Rules of the program choose the transforms to real numbers, and come before those of the library.
reduction x -> real(ifft2(x)) = irealfft2(x)
reduction x -> real(ifft3(x)) = irealfft3(x)
m = [[1.0,2,3,4],[5,6,7,8]]
y = fft2(m)
r = real(ifft2(y))
s = real(ifft3(y))
% The same numbers as by complex transforms: the sums of absolute differences.
c = ifft2(y)
print sum(abs(r - real(c))) < 1e-5, " ", sum(abs(s - real(c))) < 1e-5
% => 1 1
reduction (x : mat) -> ifft2(fft2(x)) = x
reduction (x : mat) -> real(x) = x
print real(ifft2(fft2(m)))
% => [[1,2,3,4],
% =>  [5,6,7,8]]
