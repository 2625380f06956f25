% `f[1](3)` means the variable f where there is one.
function y = f[N : int](x : vec(N))
    y = N
end
function [] = within()
    f = {x -> x + 10, x -> x + 20}
    % => 23
    print f[1](3)
end
within()
% => 2
print f[2]([5,6])
