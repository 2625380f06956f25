%! features: F221
%! loop: 9 serial
%! loop: 9 Construction of cell arrays can not be parallelized/serialized.
%! loop: 9 elements of `rows` are arrays or strings themselves
%! loop: 13 serial
%! loop: 13 Construction of cell arrays can not be parallelized/serialized.
function [] = main(n : int = 3)
    rows = vec[vec](n)
    for i = 0..n-1
        rows[i] = [1.0*i, 2]
    end
    v = zeros(n)
    for i = 0..n-1
        pair = {"a", rows[i][0]}
        v[i] = pair[1]
    end
    print v
    % => [0,1,2]
end
