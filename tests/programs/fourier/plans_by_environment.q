%! environment: QC_REPORT=fft
%! environment: QC_RUNTIME_FFT_PLAN_MAXCACHESIZE=1
%! flags: --set RUNTIME_FFT_PLAN_MAXCACHESIZE=9
%! stderr: fft: 3 plans made, 1 found again, 2 given up
% The environment of the run has the last word about the number of plans.
y = fft1(czeros(8))
y = fft1(czeros(8))
y = fft1(czeros(4))
y = fft1(czeros(8))
print numel(y)
% => 8
