%! features: F332 F413
%! environment: QC_REPORT=libraries
%! gpu: libraries: cufftExecC2C
%! gpu: libraries: cufftExecR2C
%! gpu: libraries: cufftExecC2R
% On a GPU the library's functions for single precision are called: from real numbers, complex ones, and back to real numbers, also where
% the program writes the real part of an inverse transform.
x = zeros(6,10)
for i = 0..5
    for j = 0..9
        x[i,j] = mod(7919*(10*i + j) + 13, 101)/50 - 1
    end
end
y = fft2(x)
z = ifft2(y)
print max(abs(real(ifft2(y)) - x)) < 1e-5, max(abs(z - complex(x))) < 1e-5
% => 11
