% One part of a feature of the inventory.
% Computed as int, converted on store: rounded to nearest and saturated.
x = vec[uint8](4)
x[0] = 200
x[1] = 300
x[2] = -5
x[3] = 2.6
print x[0], " ", x[1], " ", x[2], " ", x[3]
% => 200 255 0 3
print x[0] + x[1]
% => 455
y = vec[int8](2)
y[0] = -200
y[1] = 127
print y[0], " ", y[1] + 1
% => -128 128
z = vec[uint16](1)
z[0] = 70000
print z[0]
% => 65535
w = vec[int16](1)
w[0] = -40000
print w[0]
% => -32768
q = vec[int32](1)
q[0] = 12
print q[0]
% => 12
