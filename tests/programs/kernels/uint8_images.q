% One part of a feature of the inventory.
x = vec[uint8](3)
x[0] = 100
x[1] = 200
x[2] = 255
y = vec[uint8](3)
parallel_do(3, __kernel__ (pos : int) -> y[pos] = x[pos]*1.5)
print y[0], " ", y[1], " ", y[2]
% => 150 255 255
