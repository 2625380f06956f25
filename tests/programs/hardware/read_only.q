%! features: F308
%! emits: cuda q_load(__ldg(&table_data[
%! emits: cuda q_load(__ldg(&x_data[
%! omits: cuda __ldg(&y_data[
%! omits: cuda __ldg(&z_data[
% Arrays that a kernel reads and that cannot be among those it writes go through the read-only cache, also without the modifier.
function [] = __kernel__ look_up(y : vec, x : vec[uint8], table : vec[int], pos : int)
    y[pos] = table[x[pos]]
end
function [] = __kernel__ accumulate(y : vec, z : vec, pos : int)
    y[pos] += z[pos]
end
x = vec[uint8](4)
x[0..3] = [2, 0, 1, 2]
y = zeros(4)
parallel_do(4, y, x, [10, 20, 30], look_up)
print y
% => [30,10,20,30]
parallel_do(4, y, y, accumulate)
print y
% => [60,20,40,60]
