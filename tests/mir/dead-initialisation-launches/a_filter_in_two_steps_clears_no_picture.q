%! test opt dead-initialisation-launches
% Neither the picture between the steps nor that of the result: each is filled by the launch behind it, which `strips` will divide.
% check: $t: [f32] = new_array($h, $w) uninit
% check: $z: [f32] = new_array($h, $w) uninit
% check: launch ... [$h, $w] (...)
% check: launch ... [$h, $w] (...)

function [] = main(h : int = 70, w : int = 60)
    x = ones(h, w)
    y = zeros(h, w)
    z = zeros(h, w)
    for m = 0..h-1
        for n = 0..w-1
            y[m,n] = x[m,n]*2 + m
        end
    end
    for m = 0..h-1
        for n = 0..w-1
            z[m,n] = y[max(m-1,0),n] + y[m,n] + y[min(m+1,h-1),n]
        end
    end
    print z[3,4], z[0,0], z[h-1,w-1]
end
