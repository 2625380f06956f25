%! features: F048
% A vector of one number that goes to an element is that number: elements of small integers round and saturate it like any other one.
y = vec[uint8](4)
z = vec[int8](4)
for pos = 0..3
    y[pos] = [pos]*1.5
    z[pos] = [pos - 1]*100.0
end
% 0, 1.5, 3, 4.5: halves go away from zero.
% => [0,2,3,5]
print y
% -100, 0, 100, 200.
% => [-100,0,100,127]
print z
parallel_do(4, __kernel__ (pos : int) -> y[pos] = [pos]*2.5)
% 0, 2.5, 5, 7.5
% => [0,3,5,8]
print y
