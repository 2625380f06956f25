%! features: F261 F265
%! loop: 13 parallel, 2 dimensions
%! loop: 13 `y` is combined by add
%! loop: 13 `y2` is combined by add
%! emits: cuda q_shuffle_total(0xffffffffu, y, 0.0f,
%! emits: cuda float* const y2_all = (float*)(q_shared_memory + 0 * team.threads);
%! emits: cuda // The totals of the block: 4 bytes of shared memory for each thread, at most 4096.
%! omits: cuda float* const y_all
% The loop of the manual with two sums (17.2.1): each is made by the algorithm that its attribute within the loop asks for. Where
% nothing is asked for, both are in shared memory (kernels/totals_shared.q).
function [y, y2] = sums(img)
    y = y2 = 0.
    for m=0..size(img,0)-1
        for n=0..size(img,1)-1
            {!kernel_accumulator name=y; algorithm="warpshuffle"}
            {!kernel_accumulator name=y2; algorithm="sharedmemory"}
            y += img[m,n]
            y2 += img[m,n].^2
        endfor
    endfor
endfunction
function [] = main(rows : int = 40, columns : int = 50)
    img = 2*ones(rows, columns)
    img[3,4] = -7
    [y, y2] = sums(img)
    % 1999*2 - 7 and 1999*4 + 49
    print y, " ", y2
    % => 3991 8045
    more(3*ones(12*rows + 20))
    % 500 elements.
    % => [1500,500]
    % => 1500
    % => 3000
end
% Vectors have one algorithm for all of their elements; a loop of its own in a serial one, and a condition about the platform, count too.
%! emits: cuda q_shuffle_total(0xffffffffu, z_2, 0.0f,
%! emits: cuda q_atomic_total(t, 0.0f,
function [] = more(x)
    z = [0.0,0.0]
    for k = 0..numel(x)-1
        {!kernel_accumulator name=z; algorithm="warpshuffle"}
        z += [x[k],1]
    end
    print z
    {!serial for}
    for r = 1..2
        t = 0.0
        for k = 0..numel(x)-1
            if $target("gpu")
                {!kernel_accumulator name=t; algorithm="atomicop"}
            end
            t += r*x[k]
        end
        print t
    end
end
