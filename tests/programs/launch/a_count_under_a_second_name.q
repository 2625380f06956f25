%! features: F213
% Each position adds 1 to its element by one name and what it finds there by another: 10, 11, 22. Copies of the array for chunks
% would show the old 10 under the second name. The sines are work enough for copies.
function [] = __kernel__ twice(h : vec[int], x : vec[int], place : vec, work : int, pos : int)
    h[int(place[pos])] += 1
    s = 0.0
    for k = 0..work
        s += sin(k*pos)
    end
    h[int(place[pos])] += x[int(place[pos])] + int(s*1e-9)
end
function [] = main(n : int = 300, work : int = 300)
    place = zeros(n)
    same = vec[int](n)
    {!serial for}
    for i = 0..n-1
        place[i] = i
        same[i] = 10
    end
    % => 22 22 6600
    parallel_do(n, same, same, place, work, twice)
    print same[0], " ", same[8], " ", sum(same)
end
