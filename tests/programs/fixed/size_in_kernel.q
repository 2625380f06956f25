%! features: F107
%! omits: mir runtime slice_read
%! loop: 15 parallel
% A generic size is a constant of the kernels and loops within the function: slices up to it have a length that is known.
function y = copied[N](x : cube(:,:,N))
    function [] = __kernel__ kernel (x : cube(:,:,N), y : cube(:,:,N), pos : ivec2)
        y[pos[0],pos[1],0..N-1] = x[pos[0],pos[1],0..N-1]
    endfunction
    y = zeros(size(x))
    parallel_do(size(x,0..1), x, y, kernel)
endfunction
function y = scaled[N](x : cube(:,:,N), weights : vec(N))
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n,0..N-1] = x[m,n,0..N-1].*weights
        end
    end
endfunction
function y = count_of[N](x : vec(N))
    inner = () -> N + 1
    N2 = inner()
    y = N2
end
function [] = main(n : int = 4)
    x = ones(n,n+1,3)
    x[1,2,2] = 7
    print sum(abs(copied(x) - x)), " ", sum(scaled(x, [1,2,3]))
    % => 0 138
    print count_of([1,2,3]), " ", count_of([1,2])
    % => 4 3
end
