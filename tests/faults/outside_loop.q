%! fault: access out of bounds
%! kernel: blend
%! array: w
% The inner loop goes one too far.
function [] = __kernel__ blend(w : vec'unchecked, y : vec'unchecked, n : int, pos : int)
    s = 0.0
    for k = 0..n
        s += w[k] % here
    end
    y[pos] = s
end
w = ones(9)
y = zeros(40)
parallel_do(40, w, y, numel(w), blend)
print y[0]
