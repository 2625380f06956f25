% Arrays without elements behave.
function [] = main(n : int = 0)
    x = zeros(n)
    print numel(x), " ", sum(x), " ", size(x)
    % => 0 0 [1,0]
    for k = 0..n-1
        print "never"
    end
    y = x + 1
    print numel(y)
    % => 0
    A = zeros(n, 3)
    print size(A), " ", numel(A)
    % => [0,3] 0
    B = zeros(3, n)*zeros(n, 2)
    print size(B), " ", sum(B)
    % => [3,2] 0
end
