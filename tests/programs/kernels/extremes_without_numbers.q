%! features: F405
% The smaller and the larger of two values pass over what is not a number, whatever is known of the operands.

% From a number: never NaN.
function y = from_number(x : mat)
    y = zeros(size(x,0))
    {!parallel for}
    for i = 0..size(x,0)-1
        largest = -1e9
        for j = 0..size(x,1)-1
            largest = max(largest, x[i,j])
        end
        y[i] = largest
    end
end

% From an element, which may be NaN: the next number takes its place.
function y = from_element(x : mat)
    y = zeros(size(x,0))
    {!parallel for}
    for i = 0..size(x,0)-1
        least = x[i,0]
        for j = 1..size(x,1)-1
            least = min(x[i,j], least)
        end
        y[i] = least
    end
end

% Begun anew with what may be NaN, within a condition that not all lanes meet.
function y = begun_anew(x : mat)
    y = zeros(size(x,0))
    {!parallel for}
    for i = 0..size(x,0)-1
        largest = 0.0
        for j = 0..size(x,1)-1
            if mod(i + j, 4) == 0
                largest = x[i,j]
            else
                largest = max(x[i,j], largest)
            end
        end
        y[i] = largest
    end
end

function n = count_wrong(y, expected)
    n = 0
    for i = 0..numel(y)-1
        n += isnan(expected[i]) ? !isnan(y[i]) : y[i] != expected[i]
    end
end

function [] = main(rows : int = 61, columns : int = 7)
    nan = 0.0/(rows - 61)
    x = zeros(rows, columns)
    first = zeros(rows)
    second = zeros(rows)
    third = zeros(rows)
    for i = 0..rows-1
        % All but element i mod 7 of a row are NaN; in row 60 all are.
        for j = 0..columns-1
            x[i,j] = j == mod(i, columns) && i < 60 ? i : nan
        end
        first[i] = i < 60 ? i : -1e9
        second[i] = i < 60 ? i : nan
        % What counts is the last column that begins anew, at c, and those behind it.
        c = 3 + periodize(1 - i, 4)
        third[i] = i < 60 && mod(i, columns) >= c ? i : nan
    end
    print count_wrong(from_number(x), first), count_wrong(from_element(x), second), count_wrong(begun_anew(x), third)
    % => 000
    print any(isnan(third)), max(third)
    % => 155
    % Row 55: its number stands in column 6, and column 5 begins anew. Of the rows behind it none has its number so far right.
end
