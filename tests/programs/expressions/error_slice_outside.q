%! raises: index 60 of 'a' is outside dimension 0, which has size 60 line 8
% A slice that is read in place is checked before the kernel runs, and told of as one that is copied. The first range that leaves
% its array is the one in the message.
function [] = main(n : int = 60)
    a = ones(n, n)
    b = ones(n, n)
    print sum(a[1..n-1,:].*b[0..n-2,:])
    print sum(a[1..n,:].*b[0..n,:])
    % => 3540
end
