% What users of MATLAB and NumPy write first is met with what they mean.
x = ones(4, 4, 3)
A = ones(3, 3)
print A * x[1,2,:]
t = toc()
tic()
