% `continue` in `repeat` goes on with the condition, as at the end of a round.
k = 0
s = 0
repeat
    k += 1
    if mod(k, 2) == 0
        continue
    end
    s += k
until k >= 6
% 1 + 3 + 5; the round of k = 6 is the last one although it is left early.
print k, " ", s
% => 6 9
% The condition sees what was set before the `continue`, and what the round before has left.
n = 0
repeat
    n += 1
    if n == 2 || n == 4
        continue
    end
    rest = 5 - n
until rest == 0 || n > 9
print n, " ", rest
% => 5 0
% In a branch of a `match`, in a `try`, and in a loop within, whose `continue` is its own.
k = 0
t = 0
repeat
    k += 1
    for i = 0..2
        if i == 1
            continue
        end
        t += 1
    end
    match k with
    | 3 -> continue
    end
    try
        if k < 3
            continue
        end
    end
    t += 100
until k == 3
print k, " ", t
% => 3 6
% The kind of the condition's value may differ: a scalar, an array.
k = 0
left = 2
repeat
    left -= 1
    if left > 0
        continue
    end
    left = left - 0.5
until left
print left
% => 1
v = [0, 1]
repeat
    v[0] += 1
    if v[0] < 3
        continue
    end
    v[1] = 3
until v == [3, 3]
print v
% => [3,3]
% In a kernel and in a loop that becomes one.
function [] = __kernel__ rounds(y : vec, pos : int)
    c = pos
    repeat
        c += 1
        if mod(c, 3) != 0
            continue
        end
        y[pos] += c
    until c > 5
end
y = zeros(4)
parallel_do(4, y, rounds)
% From 0: 3 and 6; from 1: 3 and 6; from 2: 3 and 6; from 3: 6.
print y
% => [9,9,9,6]
function [] = main(n : int = 3)
    z = zeros(n)
    for i = 0..n-1
        c = i
        repeat
            c += 1
            if c == 4
                continue
            end
            z[i] += c
        until c >= 4
    end
    % From 0: 1+2+3; from 1: 2+3; from 2: 3.
    print z
    % => [6,5,3]
end
