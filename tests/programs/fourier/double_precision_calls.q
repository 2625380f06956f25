%! features: F332
%! flags: --precision=double
%! environment: QC_REPORT=libraries
%! gpu: libraries: cufftExecZ2Z
%! gpu: libraries: cufftExecD2Z
%! gpu: libraries: cufftExecZ2D
% The same in double precision: other functions of the library, and more digits.
x = zeros(6,10)
for i = 0..5
    for j = 0..9
        x[i,j] = mod(7919*(10*i + j) + 13, 101)/50 - 1
    end
end
y = fft2(x)
z = ifft2(y)
print max(abs(irealfft2(y) - x)) < 1e-13, max(abs(z - complex(x))) < 1e-13
% => 11
