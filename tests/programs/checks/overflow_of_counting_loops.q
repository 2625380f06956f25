%! flags: --check=overflow
% What a `while` loop adds to its variable may not fit an int, although the loop counts.
function c = times(n : int)
    i = 0
    c = 0
    while i < n
        c += 1
        i += 1000000000
    end
end
function [] = main(n : int = 2147483647)
    print times(1500000000)
    % => 2
    print times(n)
end
%! raises: does not fit an int line 8
