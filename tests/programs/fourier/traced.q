% A trace has the calls of the libraries among the copies: four real numbers go to the device, four complex ones come back.
y = fft1([1.0,2,3,4])
print y[1]
% 1 - 3 + (4 - 2) i
% => -2+2i
%! trace: in array 16; library cufftExecR2C; out array 32
