% Loops of all kinds.
function [] = main()
    total = 0
    for i = 0..3
        square = i * i
        total += square
    end
    for x = 0.5..0.25..1
        total2 = x + total
        y = total2 * 2
    end
    n = 0
    while n < 3
        n += 1
        m = n * 2
    end
    repeat
        n -= 1
        p = n + 10
    until n <= 0
    for e = [3, 1, 4]
        if e == 1
            continue
        end
        last = e
        total += last
    end
    for k = 5..-2..0
        if k < 2
            break
        end
        down = k
    end
    print total, n
end
