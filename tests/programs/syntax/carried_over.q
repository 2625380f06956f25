%! features: F017
% A variable that one round of a loop sets keeps its value in the next ones, also when nothing set it before the loop.
function [] = main()
    for i = 0..2
        if i == 0
            o = 5
        end
        o += 1
        print o
        % => 6
        % => 7
        % => 8
    end

    k = 0
    while k < 3
        if k == 1
            w = 10
        end
        if k >= 1
            w = w + k
            print w
            % => 11
            % => 13
        end
        k += 1
    end

    n = 0
    repeat
        if n == 0
            name = "first"
        else
            print name, n
            % => first1
            % => first2
        end
        n += 1
    until n > 2
end
