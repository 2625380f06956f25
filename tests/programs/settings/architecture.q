%! features: F392 F388
%! flags: --set=CUDA_BACKEND_TARGETARCHITECTURE=sm_87
%! emits: cuda // nvrtc: --gpu-architecture=sm_87
%! configures: CUDA_BACKEND_TARGETARCHITECTURE                sm_87  (--set)
%! refuses: --gpu-arch=sm_13 `sm_13` is too old: NVRTC compiles for sm_50 and later ones
%! refuses: --set=CUDA_BACKEND_TARGETARCHITECTURE=sm_35 `sm_35` is too old: NVRTC compiles for sm_50 and later ones
%! refuses: --gpu-arch=sm_76 there is no GPU architecture `sm_76`; did you mean
%! refuses: --gpu-arch=turing there is no GPU architecture `turing`; there are sm_50, sm_52, sm_53
% The architecture stands in the CUDA text, for NVRTC; Jetson boards are among those that there are.
function [] = main(n : int = 3000)
    x = ones(n)
    for i = 0..n-1
        x[i] += 1
    end
    print x[7]
    % => 2
end
