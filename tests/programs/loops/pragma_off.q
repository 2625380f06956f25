%! features: F217
%! structure: kernel 0, launch 0
#pragma loop_parallelizer off
x = zeros(4)
for k = 0..3
    x[k] = k
end
print x
% => [0,1,2,3]
