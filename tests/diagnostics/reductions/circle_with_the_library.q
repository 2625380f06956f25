% The library knows the rule the other way round: together they would never come to an end. It is told once.
reduction (x : cube[cscalar]) -> irealfft2(x) = real(ifft2(x)) %~ E0601 irealfft2(x) -> real(ifft2(x)) -> irealfft2(x)
x = fft2(ones(4,4))
print irealfft2(x)
