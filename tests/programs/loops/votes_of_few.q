%! loop: 5 vectors along the loops inside
% A condition that holds at few positions: whole vectors of them are passed over. The marks are in a list, too, from which the expected votes come.
function votes = by_angle(edges : mat, angles : int)
    votes = mat[int](angles, 300)
    for m = 0..size(edges,0)-1
        for n = 0..size(edges,1)-1
            if edges[m,n] > 0
                for a = 0..angles-1
                    votes[a, m + n + a] += 1
                end
            end
        end
    end
end

% The condition is about a neighbour, and there is another one inside.
function votes = of_right_neighbours(edges : mat, angles : int)
    votes = mat[int](angles, 300)
    for m = 0..size(edges,0)-1
        for n = 0..size(edges,1)-1
            if edges[m,n+1] > 0
                if m != 2
                    for a = 0..angles-1
                        votes[a, m + n + a] += 1
                    end
                end
            end
        end
    end
end

function wrong = compared(rows : int, columns : int, angles : int, marks : vec[int])
    edges = zeros(rows, columns)
    expected = mat[int](angles, 300)
    shifted = mat[int](angles, 300)
    k = 0
    while k < numel(marks)
        edges[int(marks[k]/columns), mod(marks[k], columns)] = 1
        a = 0
        while a < angles
            m = int(marks[k]/columns)
            n = mod(marks[k], columns)
            expected[a, m + n + a] += 1
            if n > 0 && m != 2
                shifted[a, m + n - 1 + a] += 1
            end
            a += 1
        end
        k += 1
    end
    wrong = sum(abs(by_angle(edges, angles) - expected)) + sum(abs(of_right_neighbours(edges, angles) - shifted))
end

function [] = main(angles : int = 40)
    wrong = 0
    for columns = [1, 2, 7, 8, 9, 15, 16, 17, 31, 33, 64, 65, 200]
        last = 5*columns - 1
        wrong += compared(5, columns, angles, vec[int](0))
        wrong += compared(5, columns, angles, [0])
        wrong += compared(5, columns, angles, [last])
        if columns > 1
            wrong += compared(5, columns, angles, [0, columns - 1, columns, 2*columns + 1, last])
        end
        if columns > 16
            wrong += compared(5, columns, angles, [3, 15, 16, 3*columns - 2, 3*columns + 14, last - 15])
        end
    end
    print wrong
    % => 0
    % Nothing is above 0; and right of the last column there is nothing.
    print sum(by_angle(-ones(4, 40), angles)), " ", sum(of_right_neighbours(ones(4, 40), angles))
    % => 0 4680
end
