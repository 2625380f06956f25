%! features: F248
% A function with the attribute is written out at each call, whatever its length.
function y = collatz(n : int)
    {!auto_inline}
    y = 0
    while n != 1
        if mod(n, 2) == 0
            n = int(n/2)
        else
            n = 3*n + 1
        end
        y += 1
        if y > 1000
            y = -1
            return
        end
    end
    if y > 100
        y = 100
    elseif y > 50
        y = y - 1
        y = y + 1
    end
end
function [] = main(start : int = 6)
    % 6 3 10 5 16 8 4 2 1; 7 22 11 34 17 52 26 13 40 20 10 5 16 8 4 2 1; 27 takes 111 steps
    print collatz(start), " ", collatz(start+1), " ", collatz(27), " ", collatz(1)
end
% => 8 16 100 0
% (The one call is that of main.)
%! structure: call 1
