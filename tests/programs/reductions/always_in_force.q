%! features: F182
%! environment: QC_REPORT=fft
%! stderr: fft: a plan for 4 elements, real to complex, f32
%! stderr: fft: a plan for 4 elements, complex to real, inverse, f32
%! reduction: Applied reduction real(ifft1(y)) -> irealfft1(y)
%! reduction: Result after 1 reduction: print(irealfft1(y))
%! reduction: Applied reduction real(ifft2(fft2(m))) -> irealfft2(fft2(m))
%! reduction: Result after 1 reduction: print(irealfft2(fft2(m)))
%! reduction: Applied reduction real(ifft3(fft3(m))) -> irealfft3(fft3(m))
%! reduction: Result after 1 reduction: print(irealfft3(fft3(m)))
%! reduction: Applied reduction real(ifftn(fftn(m, [0]), [0])) -> irealfftn(fftn(m, [0]), [0])
%! reduction: Result after 1 reduction: print(irealfftn(fftn(m, [0]), [0]))
%! reduction: Applied reduction transpose(transpose(m)) -> copy(m)
%! reduction: Result after 1 reduction: copy(m)
% Rules of the library that need no import. Of real numbers the transform is computed by half; so is the real part of an inverse.
y = fft1([1,2,3,4])
print real(ifft1(y))
% => [1,2,3,4]
m = [[1.0,2,3,4],[5,6,7,8]]
print real(ifft2(fft2(m)))
% => [[1,2,3,4],
% =>  [5,6,7,8]]
print real(ifft3(fft3(m)))
% => [[1,2,3,4],
% =>  [5,6,7,8]]
print real(ifftn(fftn(m, [0]), [0]))
% => [[1,2,3,4],
% =>  [5,6,7,8]]
t = transpose(transpose(m))
t[0,0] = 9
print m[0,0], " ", t[0,0]
% => 1 9
