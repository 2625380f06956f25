%! loop: 12 parallel, 2 dimensions
%! loop: 12 each chunk changes a copy of `counts`, `weights`, `most`
% Elements that many iterations change by exact operations: chunks do that in copies of their own, which are combined behind them.
% What comes out is counted by formula. The image has every value below 64 equally often, so a bin of 8 values has an eighth.
function [] = main(n : int = 512)
    x = zeros(n, n)
    {!parallel for}
    for i = 0..n-1 ; for j = 0..n-1 ; x[i,j] = mod(i*n + j, 64) ; end ; end
    counts = vec[int](8)
    weights = zeros(8)
    most = vec[int](8)
    for i = 0..n-1
        for j = 0..n-1
            bin = int(x[i,j]/8)
            counts[bin] += 1
            weights[bin] += 2
            most[bin] ^^= int(x[i,j])
        end
    end
    print counts
    print weights
    print most
    % An array that is large for the work stays whole, and one chunk changes it.
    seen = vec[int](n*n)
    for i = 0..n-1
        for j = 0..n-1
            seen[mod(j*n + i, n*n)] += 1
        end
    end
    print sum(seen), " ", max(seen), " ", min(seen)
end
% => [32768,32768,32768,32768,32768,32768,32768,32768]
% => [65536,65536,65536,65536,65536,65536,65536,65536]
% => [7,15,23,31,39,47,55,63]
% => 262144 1 1
