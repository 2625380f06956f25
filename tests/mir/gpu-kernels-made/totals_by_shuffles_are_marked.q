%! test opt gpu-kernels-made gpus=unshuffled
% The loop asks for it; a total for which nothing is asked is a tree, where there is room.
% check: kernel script$loop13
% next: attribute
% next: kept from gpus
% check: kernel script$loop17
% not: kept from gpus

function [] = main(n : int = 40)
    x = ones(n)
    y = 0.0
    z = 0.0
    for m = 0..n-1
        {!kernel_accumulator name=y; algorithm="warpshuffle"}
        y += x[m]
    end
    for m = 0..n-1
        z += x[m]
    end
    print y, z
end
