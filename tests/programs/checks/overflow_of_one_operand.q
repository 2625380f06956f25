%! flags: --check=overflow
% The size and the opposite of the least int, bits moved beyond the highest one, and atomic products do not fit either.
function [] = __kernel__ scaled(count : vec[int], factor : int, pos : int)
    count[0] *= factor
end
function [] = __kernel__ moved(x : vec[int], y : vec[int], places : int, pos : int)
    y[pos] = shl(x[pos], places)
end
function [] = attempt(which : int, least : int, four : int)
    count = vec[int](1)
    count[0] = 3
    x = int([1,-2,3])
    y = vec[int](3)
    try
        match which with
        | 0 -> print abs(least)
        | 1 -> print -least
        | 2 -> print shl(four, 29)
        | 3 -> print shl(four, 40)
        | 4 -> print shl(four, 28), " ", shl(-four, 29), " ", abs(least + 1), " ", shl(0, four + 40)
        | 5 -> parallel_do(4, count, four, scaled); print count
        | 6 -> parallel_do(40, count, four, scaled); print count
        | 7 -> parallel_do(3, x, y, four, moved); print y
        | 8 -> parallel_do(3, x, y, four + 26, moved); print y
        | 9 -> print sum(abs([least, 0]))
        end
    catch ex
        print ex
    end
end
for which = 0..9
    attempt(which, -2147483647-1, 4)
end
% => the value 2147483648 does not fit an int
% => the value 2147483648 does not fit an int
% 4*2^29 = 2^31, 4*2^40, which is told as 4*2^32 at most.
% => the value 2147483648 does not fit an int
% => the value 17179869184 does not fit an int
% => 1073741824 -2147483648 2147483647 0
% 3*4^4; 3*4^14 = 805306368, and the next does not fit.
% => [768]
% => the value 3221225472 does not fit an int
% => [16,-32,48]
% 1*2^30 and -2*2^30 fit, 3*2^30 does not.
% => the value 3221225472 does not fit an int
% => the value 2147483648 does not fit an int
