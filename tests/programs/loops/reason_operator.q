%! features: F230
%! loop: 8 Operator requires dynamic kernel memory.
%! loop: 8 makes a new array in each iteration
function [] = main(n : int = 3)
    x = ones(2,n)
    y = zeros(n)
    % Each iteration would make a matrix whose size is not known.
    for k = 0..n-1
        t = transpose(x)
        y[k] = t[k,0] + k
    end
    print y
    % => [1,2,3]
end
