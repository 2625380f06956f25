%! features: F150
% What a kernel takes from around it goes to the GPU once and never back, also when the host looks at it.
function [] = main()
    gains = linspace(1, 16, 16)
    x = ones(16)
    y = zeros(16)
    function [] = __kernel__ scale(x : vec'unchecked, y : vec'unchecked, pos : int)
        y[pos] = gains[pos]*x[pos]
    end
    parallel_do(16, x, y, scale)
    parallel_do(16, y, x, scale)
    % k+1 squared
    print x[3], " ", x[15], " ", gains[2]
end
% => 16 256 3
%! trace: in x 64; in gains 64; launch 7; launch 7; out y 64
