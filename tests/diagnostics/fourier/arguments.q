x = [1.0,2,3]
a = fft1(3.5) %~ E0404 `fft1` takes an array of numbers, not a `scalar`
b = fft2("text") %~ E0404 `fft2` takes an array of numbers, not a `string`
c = fft1(x, 1) %~ E0401 `fft1` takes 1 argument, not 2
d = fftn(x) %~ E0401 `fftn` takes 2 arguments, not 1
e = fftn(x, [1,1]) %~ E0404 dimension 1 is given twice
g = fftn(x, [16]) %~ E0404 there is no dimension 16
h = ifftn(x, -1) %~ E0404 there is no dimension -1
i = irealfftn(x, [0.5]) %~ E0404 `irealfftn` takes a list of dimensions
j = fft4(x) %~ E0204 unknown function `fft4`
%! features: F345 F347
