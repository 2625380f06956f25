%! features: F348
%! flags: --precision=double
% Transforms need no GPU: in double precision the round trip is exact to the last digits, small and large, on any number of threads.
x = zeros(96,130,3)
for i = 0..95
    for j = 0..129
        for k = 0..2
            x[i,j,k] = mod(7919*(i*390 + j*3 + k) + 13, 256)
        end
    end
end
y = fft2(x)
print max(abs(irealfft2(y) - x)) < 1e-10, " ", max(abs(real(ifft2(y)) - x)) < 1e-10
% => 1 1
% Parseval: the sums of squares agree but for the number of elements.
print abs(sum(abs(y).^2) / (96*130) / sum(x.^2) - 1) < 1e-13
% => 1
% The transform at 0 is the sum of each plane.
print abs(real(y[0,0,1]) - sum(x[:,:,1])) < 1e-6
% => 1
% irealfft is the real part for any spectrum, also one that no real array has.
s = complex(x, 2*x[:,:,[2,0,1]])
print max(abs(irealfft2(s) - real(ifft2(s)))) < 1e-10, " ", max(abs(irealfft3(s) - real(ifft3(s)))) < 1e-10
% => 1 1
print max(abs(irealfft1(s) - real(ifft1(s)))) < 1e-10, " ", max(abs(irealfftn(s, [0,2]) - real(ifftn(s, [0,2])))) < 1e-10
% => 1 1
print numel(fft1(zeros(0))), " ", fft1([5.0]), " ", irealfft1([3+4i])
% => 0 [5+0i] [3]
