%! raises: index -1 of 'b' is outside dimension 1, which has size 60 line 10
% The last index of a range with a step counts, not its bound: 59, 57, ..., 1 stays inside although it is written to 0, and
% 58, 55, ..., 1 although it is written to -1.
function [] = main(n : int = 60)
    a = ones(n, n)
    b = ones(n, n)
    s = a[:,n-1..-2..0] + b[:,n-1..-2..0]
    t = a[:,n-2..-3..-1] + b[:,n-2..-3..-1]
    print size(s), size(t)
    u = a[:,n-1..-1..0] + b[:,n-2..-1..-1]
    print size(u)
    % => [60,30][60,20]
end
