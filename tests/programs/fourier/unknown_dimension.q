%! raises: fft: dimension 1 is given twice line 6
x = zeros(4,4)
list = [0,0]
list[1] = 1
list[0] = list[1]
y = fftn(x, list)
