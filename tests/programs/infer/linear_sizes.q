%! features: F097
function y = double_length[N:int](x : vec(N))
    y : vec(2*N) = zeros(2*N)
    for k = 0..N-1
        y[2*k] = x[k]
    end
end
print double_length([1.0,2.0]), " ", numel(double_length([1.0,2.0,3.0]))
% => [1,0,2,0] 6
