import "imfilter.q"
{!doc category="Demo"; author="Me"}

% Halves an image.
function [lo : mat, n] = shrink(img : mat'mirror, f : int = 2)
    lo = uninit(int(size(img, 0)/f), 3)
    for k = 0..f-1
        lo[k, :] += 1.5 * img[f*k, 0..2]  % one row
    end
    n = numel(lo)
endfunction
match shrink(x) with
| 0 -> print "none"
| _ -> g = (a, b) -> a^2 - b
end
