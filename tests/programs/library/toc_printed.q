%! features: F158
%! tolerance: 60000
% Without a value `toc()` prints the time since the last `tic()`: a line of this form, with any number of milliseconds of a minute.
tic()
toc()
% => Elapsed time: 1 ms
tic()
x = sum(ones(100,100))
toc()
% => Elapsed time: 1 ms
toc()
% => Elapsed time: 1 ms
