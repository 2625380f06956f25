%! features: F237
%! loop: 10 serial
%! loop: 10 advice: assign `last` at the start of each iteration
%! loop: 17 parallel
%! loop: 17 `total` is combined by add
function [] = main(n : int = 6)
    x = ones(n)
    y = zeros(n)
    last = 0.0
    for k = 0..n-1
        y[k] = x[k] - last
        last = y[k]
    end
    print y
    % => [1,0,1,0,1,0]
    total = 0.0
    for k = 0..n-1
        total += y[k]
    end
    print total
    % => 3
end
