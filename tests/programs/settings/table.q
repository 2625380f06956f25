%! features: F391
%! flags: --set=COMPILER_REDUCTION_SAFETYLEVEL=strict -O1 --check=bounds
%! configures: NVCC_PATH 
%! configures: CC_PATH 
%! configures: MODULE_DIR 
%! configures: INTERMEDIATE_DIR 
%! configures: COMPILER_PERFORM_REDUCTIONS 
%! configures: COMPILER_DISPLAY_REDUCTIONS 
%! configures: COMPILER_DISPLAY_WARNINGS 
%! configures: COMPILER_OUTPUT_OPTIMIZED_FILE 
%! configures: COMPILER_EXPRESSION_OPTIMIZER 
%! configures: COMPILER_SHOW_MISSED_OPT_OPPORTUNITIES 
%! configures: COMPILER_AUTO_FORLOOP_PARALLELIZATION 
%! configures: COMPILER_SIMPLIFY_EXPRESSIONS 
%! configures: COMPILER_PERFORM_NAN_INF_CHECKS 
%! configures: COMPILER_PERFORM_NAN_CHECKS 
%! configures: COMPILER_LAMBDAEXPRESSION_INLINING 
%! configures: COMPILER_USEFUNCTIONPOINTERS 
%! configures: COMPILER_BACKEND_CPU 
%! configures: COMPILER_BACKEND_CUDA 
%! configures: COMPILER_BACKEND_OPENCL 
%! configures: COMPILER_BACKEND_GENERATE_HUMAN_READABLE_CODE 
%! configures: COMPILER_BACKEND_OUTPUTLINEINFO 
%! configures: CUDA_BACKEND_TARGETARCHITECTURE 
%! configures: CUDA_BACKEND_FLUSHTOZERO 
%! configures: CUDA_BACKEND_PRECISIONDIVISION 
%! configures: CUDA_BACKEND_PRECISIONSQRT 
%! configures: CUDA_BACKEND_FASTMATH 
%! configures: CUDA_BACKEND_OPTIMIZATIONMODE 
%! configures: CUDA_BACKEND_DYNAMICPARALLELISM 
%! configures: CUDA_BACKEND_COOPERATIVEGROUPS 
%! configures: CUDA_BACKEND_WARPSHUFFLING 
%! configures: COMPILER_REDUCTION_SAFETYLEVEL                 strict  (--set)
%! configures: COMPILER_OPTIMIZATIONLEVEL                     Moderate  (--optimise)
%! configures: COMPILER_PERFORM_BOUNDSCHECKS                  True  (--check)
% `qc config` lists every setting of the original's table, with the values that options give.
print 1
% => 1
