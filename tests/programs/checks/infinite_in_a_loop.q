%! features: F287
%! flags: --check=nan,inf
%! raises: an element of 'y' is not a finite number line 9
function [] = main(n : int = 3000)
    x = ones(n)
    x[n-2] = 0
    y = zeros(n)
    for i = 0..n-1
        y[i] = 1 / x[i]
    end
    print "not reached"
end
print "start"
% => start
