% Barriers, fences and shared arrays are for the threads of a kernel. Host code waits for all of them with `syncthreads(host)` alone.
x = zeros(4)
syncthreads %~ E0507 host code
syncthreads(block) %~ E0507 host code
syncthreads(grid) %~ E0507 host code
syncthreads(hosts) %~ E0508 `hosts` is no group of threads
memfence(grid) %~ E0507 host code
y = shared(4) %~ E0507 host code
%! features: F313 F314 F316
syncthreads(host)
