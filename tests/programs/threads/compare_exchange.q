%! features: F312
% A compare-exchange stores where the element is as expected, and gives what was there.
% A counter by attempts: every thread tries until nobody came in between.
function [] = __kernel__ count(c : vec[int], tries : vec[int], pos : int)
    done = false
    while !done
        seen = c[0]
        old = (c[0] <- (seen, seen + 1))
        tries[0] += 1
        done = old == seen
    end
end
c = vec[int](1)
tries = vec[int](1)
parallel_do(10000, c, tries, count)
print c[0], " ", tries[0] >= 10000
% => 10000 1
% Only one thread finds the place free.
function [] = __kernel__ claim(place : vec[int], won : vec[int], pos : int)
    if (place[0] <- (-1, pos)) == -1
        won[0] += 1
    end
end
place = [-1]
won = vec[int](1)
parallel_do(1000, place, won, claim)
print won[0], " ", place[0] >= 0
% => 1 1
% Scalars, bytes, doubles, shared memory; a difference leaves the element.
function [] = __kernel__ others(x : vec, b : vec[uint8], d : vec[scalar'double], y : vec, pos : int)
    y[0] = (x[0] <- (1.5, 2.5))
    y[1] = (x[1] <- (1.5, 2.5))
    y[2] = (b[0] <- (7, 300))
    y[3] = (b[1] <- (7, 9))
    y[4] = (d[0] <- (4, 5))
    s = shared(2)
    s[0] = 3
    y[5] = (s[0] <- (3, 8))
    y[6] = (s[0] <- (3, 9))
    y[7] = s[0]
end
x = [1.5, 1]
b = vec[uint8](2)
b[:] = [7,8]
d = vec[scalar'double](1)
d[0] = 4
y = zeros(8)
parallel_do([[1,1],[1,1]], x, b, d, y, others)
print x, b, d, y
% => [2.5,1][255,8][5][1.5,1,7,8,4,3,8,8]
% On the host, of one thread.
h = [1,2,3]
print (h[1] <- (2, 20)), (h[2] <- (2, 20)), h
% => 23[1,20,3]
