%! flags: --deny=truncation
% Whole parts that a program asks for give no warning: by a type, by `int(…)`, by a function that rounds, by numbers that are whole.
function [] = declared(x : vec, n : int)
    counts : vec[int] = [0,0,0]
    made = vec[int](3)
    for k = 0..2
        counts[k] = x[k]
        made[k] = k/2
        counts[k] /= 2
        counts[k] *= 0.5
        made[k] += x[k]
    end
    middle : int = (n-1)/2
    nearest : int = x[0] + 0.5
    print counts, made, middle, nearest
end
function [] = inferred(x : vec, n : int)
    histogram = [0,0,0,0]
    for k = 0..2
        histogram[int(x[k])] += 1
    end
    histogram[0] = int(x[0])
    histogram[1] = floor(x[1]) + 2
    histogram[2] = max(n, round(x[2]))
    histogram[3] = 2.0
    pair = [n, n]
    pair[0] = pair[0]/2
    reals = [1.0,2,3]
    reals[0] = x[0]
    again = [1,2]
    again = sqrt(again)
    again[0] = x[0]
    bytes = vec[uint8](2)
    bytes[0] = 2.5
    bytes[1] += 0.5
    print histogram, pair, reals, again, bytes
end
declared([1.5,2.5,3.5], 4)
inferred([1.5,2.5,3.5], 4)
% counts: 1, 2, 3 halved are 0, 1, 1, and times 0.5 all 0. made: 0, 0, 1 and 1.5, 2.5, 3.5 are 1, 2, 4. Of 1.5 and 2 the whole parts are 1 and 2.
% => [0,0,0][1,2,4]12
% Elements 1, 2 and 3 are counted once before they are replaced; bytes round 2.5 and 0.5.
% => [1,4,4,2][2,4][1.5,2,3][1.5,1.4142135][3,1]
