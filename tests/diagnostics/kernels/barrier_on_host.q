% Barriers, fences and shared arrays are for the threads of a kernel.
x = zeros(4)
syncthreads %~ E0507 host code
memfence(grid) %~ E0507 host code
y = shared(4) %~ E0507 host code
%! features: F313 F314 F316
