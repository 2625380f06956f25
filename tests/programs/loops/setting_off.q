%! features: F217
%! flags: --set=COMPILER_AUTO_FORLOOP_PARALLELIZATION=False
%! structure: kernel 0, launch 0
%! loop: 8 serial, as the source says
% The setting keeps every loop of the program on the host.
function [] = main(n : int = 3000)
    x = zeros(n)
    for k = 0..n-1
        x[k] = 2*k
    end
    print x[n-1]
    % => 5998
end
