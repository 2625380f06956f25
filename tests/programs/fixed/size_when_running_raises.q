%! features: F103
%! args: 4
%! raises: 'padded': the extent in dimension 1 of 'out' is 4, not 2*N = 8 line 4
function [] = padded[N](x : vec(N), out : mat(N,2*N))
    for k = 0..N-1
        out[k,2*k] = x[k]
    end
end
function [] = main(n : int)
    out = zeros(n, 2*n)
    padded(ones(n), out)
    print sum(out)
    % => 4
    padded(ones(n), zeros(n,n))
end
