%! features: F378
%! flags: --set=NVCC_PATH=/opt/cuda/bin/nvcc --set=CC_PATH=/usr/bin/cc
%! says: note: NVCC_PATH (--set) has no effect: qc generates machine code itself and needs no compiler behind it
%! says: note: CC_PATH (--set) has no effect
%! configures: NVCC_PATH                                      /opt/cuda/bin/nvcc  (--set, no effect)
% The tools of the original are accepted and not needed.
print 1 + 1
% => 2
