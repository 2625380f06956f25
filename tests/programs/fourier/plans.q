%! features: F349
%! environment: QC_REPORT=fft
%! flags: --set RUNTIME_FFT_PLAN_MAXCACHESIZE=2
%! stderr: fft: a plan for 8 elements, complex to complex, f32
%! stderr: fft: a plan for 12 elements, real to complex, f32
%! stderr: fft: 4 plans made, 3 found again, 2 given up
% Two plans are kept, those used last.
a = czeros(8)
b = zeros(12)
c = czeros(16)
y = fft1(a)
% made: 8
y = fft1(a)
% found: 8
z = fft1(b)
% made: 12
y = fft1(a)
% found: 8, and now 12 is the oldest
y = fft1(c)
% made: 16; 12 is given up
y = fft1(a)
% found: 8
z = fft1(b)
% made: 12; 16 is given up
print numel(y) + numel(z)
% => 20
