%! features: F302
%! calls: cuModuleGetGlobal_v2 0
%! emits: cuda q_constant(f_constant, f_data,
% A filter whose mask lies in constant memory, by both spellings; a second launch finds another mask there.
function [] = __kernel__ filter(x : vec'safe, y : vec, f : vec'hwconst, pos : int)
    sum = 0.0
    for i = 0..numel(f)-1
        sum += x[pos+i] * f[i]
    end
    y[pos] = sum
end
function [] = __kernel__ two(y : mat, a : mat'unchecked'hw_const, b : vec[int]'hwconst, pos : ivec2)
    y[pos] = a[pos[0], pos[1]] + b[pos[1]]
end
function [] = main(n : int = 6)
    x = [1, 2, 3, 4, 5, 6]
    y = zeros(n)
    parallel_do(n, x, y, [1, 10, 100], filter)
    print y
    % => [321,432,543,654,65,6]
    parallel_do(n, x, y, [2, 0, 0, 1], filter)
    print y
    % => [6,9,12,8,10,12]
    z = zeros(2, 2)
    parallel_do(size(z), z, [[1, 2], [3, 4]], int([10, 20]), two)
    print z
    % => [[11,22],
    % =>  [13,24]]
end
