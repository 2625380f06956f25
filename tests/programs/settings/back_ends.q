%! features: F385
%! flags: --set=COMPILER_BACKEND_CUDA=NVidiaC --set=COMPILER_BACKEND_CPU=gcc --set=COMPILER_BACKEND_OPENCL=OpenCLDriver
%! says: note: COMPILER_BACKEND_CUDA (--set) has no effect: CUDA text is compiled by NVRTC, when the program runs
%! says: note: COMPILER_BACKEND_CPU (--set) has no effect: qc generates machine code itself and needs no compiler behind it
%! says: note: COMPILER_BACKEND_OPENCL (--set) has no effect: there is no OpenCL back end
% Other back ends of the original are accepted, and qc says what it does instead.
function [] = main(n : int = 2000)
    x = ones(n)
    for i = 0..n-1
        x[i] += i
    end
    print x[9]
    % => 10
end
