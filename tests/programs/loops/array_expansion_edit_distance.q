%! loop: 14 serial inside
%! loop: 30 parallel
% Arrays that a function makes for itself: a table of two rows for each pair of words (Levenshtein's distance), of a size that only running tells.
% Seventy pairs are four rows of sixteen and six more; seven are too few and run as they stand. The numbers are those of the same recurrence
% in NumPy, and of words that are lists of Python.
function d = distance(words : mat, others : mat, k : int)
    n = size(words, 1)
    m = size(others, 1)
    before = zeros(m + 1)
    row = zeros(m + 1)
    for j = 0..m
        before[j] = j
    end
    for i = 1..n
        row[0] = i
        for j = 1..m
            change = before[j-1] + (words[k,i-1] == others[k,j-1] ? 0 : 1)
            row[j] = min(change, min(before[j], row[j-1]) + 1)
        end
        for j = 0..m
            before[j] = row[j]
        end
    end
    d = before[m]
end

function y = distances(words : mat, others : mat)
    y = zeros(size(words, 0))
    % What is called is inlined, so that the loop can be parallel.
    for k = 0..size(words, 0)-1
        y[k] = distance(words, others, k)
    end
end

function x = letters(count : int, length : int, a : int, b : int)
    x = zeros(count, length)
    for k = 0..count-1
        for j = 0..length-1
            x[k,j] = mod(mod(a*k*k + b*j*k + 5*j, 31), 4)
        end
    end
end

function [] = main()
    y = distances(letters(70, 12, 3, 7), letters(70, 9, 2, 11))
    print sum(y)
    % => 522
    print y[0..9]
    % => [3,6,9,6,7,6,8,9,9,7]
    print y[60..69]
    % => [6,8,3,6,9,6,7,6,8,9]
    print distances(letters(7, 5, 3, 7), letters(7, 8, 2, 11))
    % => [3,4,4,5,4,6,5]
    print numel(distances(letters(0, 5, 3, 7), letters(0, 8, 2, 11)))
    % => 0
end
