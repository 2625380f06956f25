%! features: F282
% Windows by every boundary mode, in sizes where all, some and no positions are in the interior, and where rows make no whole tiles;
% the radius is a constant, or a parameter that makes the window larger than the image. Sums are counted in whole numbers, and
% compared with what the definition of the mode gives index by index.
%! emits: cuda first + 4 <= launch.extents[0]
function y = at(x : mat, mode : int, i : int, j : int)
    h = size(x,0)
    w = size(x,1)
    y = 0.0
    if mode == 0
        if i >= 0 && i < h && j >= 0 && j < w
            y = x[i,j]
        end
    elseif mode == 1
        y = x[max(0, min(i, h-1)), max(0, min(j, w-1))]
    elseif mode == 2
        y = x[mod(mod(i, h) + h, h), mod(mod(j, w) + w, w)]
    else
        a = mod(mod(i, 2*h) + 2*h, 2*h)
        b = mod(mod(j, 2*w) + 2*w, 2*w)
        if a >= h
            a = 2*h - 1 - a
        end
        if b >= w
            b = 2*w - 1 - b
        end
        y = x[a,b]
    end
end
function [] = __kernel__ safe_sum(x : mat'safe, y : mat'unchecked, r : int, pos : ivec2)
    s = 0.0
    for k = -r..r
        for l = -2..2
            s += (1 + mod(k + l + 64, 3))*x[pos[0]+k,pos[1]+l]
        end
    end
    y[pos] = s
end
function [] = __kernel__ clamped_sum(x : mat'clamped, y : mat'unchecked, pos : ivec2)
    s = 0.0
    for k = -2..2
        for l = -2..2
            s += (1 + mod(k + l + 64, 3))*x[pos[0]+k,pos[1]+l]
        end
    end
    y[pos] = s
end
function [] = __kernel__ circular_sum(x : mat'circular, y : mat'unchecked, pos : ivec2)
    s = 0.0
    for k = -2..2
        for l = -2..2
            s += (1 + mod(k + l + 64, 3))*x[pos[0]+k,pos[1]+l]
        end
    end
    y[pos] = s
end
function [] = __kernel__ mirror_sum(x : mat'mirror, y : mat'unchecked, r : int, pos : ivec2)
    s = 0.0
    for k = -r..r
        for l = -2..2
            s += (1 + mod(k + l + 64, 3))*x[pos[0]+k,pos[1]+l]
        end
    end
    y[pos] = s
end
function wrong = compare(x : mat, y : mat, mode : int, r : int)
    wrong = 0
    {!parallel for; dim=0}
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            s = 0.0
            for k = -r..r
                for l = -2..2
                    s += (1 + mod(k + l + 64, 3))*at(x, mode, i+k, j+l)
                end
            end
            if s != y[i,j]
                wrong += 1
            end
        end
    end
end
function [] = main()
    for h = [1, 4, 5, 11]
        for w = [1, 3, 7, 33]
            x = zeros(h, w)
            for i = 0..h-1
                for j = 0..w-1
                    x[i,j] = mod(7*i + 3*j + i*j, 11)
                end
            end
            y = zeros(h, w)
            wrong = 0
            parallel_do(size(y), x, y, 2, safe_sum)
            wrong += compare(x, y, 0, 2)
            parallel_do(size(y), x, y, 13, safe_sum)
            wrong += compare(x, y, 0, 13)
            parallel_do(size(y), x, y, clamped_sum)
            wrong += compare(x, y, 1, 2)
            parallel_do(size(y), x, y, circular_sum)
            wrong += compare(x, y, 2, 2)
            parallel_do(size(y), x, y, 2, mirror_sum)
            wrong += compare(x, y, 3, 2)
            parallel_do(size(y), x, y, 13, mirror_sum)
            wrong += compare(x, y, 3, 13)
            parallel_do(size(y), x, y, -1, mirror_sum)
            wrong += compare(x, y, 3, -1)
            if wrong != 0
                print h, " x ", w, ": ", wrong, " differ"
            end
        end
    end
    % => all are the same
    print "all are the same"
end
