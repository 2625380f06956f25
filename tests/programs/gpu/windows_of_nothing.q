%! features: F282
%! processor: its array has no elements
% An array without elements has none that an index could be mapped to: the launch does not go to the GPU, and the error is that of
% the processor.
%! raises: index line 7
function [] = __kernel__ copy(x : mat'mirror, y : mat'unchecked, pos : ivec2)
    y[pos] = x[pos[0]-1,pos[1]+1] + x[pos[0]+1,pos[1]]
end
function [] = main()
    x = zeros(0, 5)
    y = zeros(4, 4)
    parallel_do(size(y), x, y, copy)
    print y[0,0]
end
