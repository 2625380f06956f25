reduction x -> real(ifft3(x)) -> irealfft3(x)
reduction x -> f(x) + y
f(1) = 2
