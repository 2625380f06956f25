%! features: F261
%! loop: 7 vectors along the loops inside
%! flags: --precision=double
% Loops behind conditions that change elements: vectors run along them, and along the positions elsewhere. Expected by NumPy.
function votes = by_angle(edges : mat, angles : int)
    votes = mat[int](angles, 400)
    for m = 0..size(edges,0)-1
        for n = 0..size(edges,1)-1
            if edges[m,n] > 2
                for a = 0..angles-1
                    votes[a, mod(a*m + n, 399)] += 1
                end
            end
        end
    end
end

% All iterations of a position meet in one element.
function votes = together(edges : mat, angles : int)
    votes = vec[int](7)
    for m = 0..size(edges,0)-1
        for n = 0..size(edges,1)-1
            if edges[m,n] > 2
                for a = 1..angles
                    votes[mod(m + n, 7)] += a
                end
            end
        end
    end
end

function votes = largest(edges : mat, weights : vec)
    votes = -ones(5, 50)
    {!parallel for}
    for m = 0..size(edges,0)-1
        for n = 0..size(edges,1)-1
            if edges[m,n] == 3
                for a = 0..numel(weights)-1
                    votes[mod(m,5), mod(a + n, 50)] ^^= weights[a]*edges[m,n] + n
                end
            end
        end
    end
end

function votes = weighted(edges : mat, weights : vec, first : int, last : int)
    votes = zeros(60)
    {!parallel for}
    for m = 0..size(edges,0)-1
        for n = 0..size(edges,1)-1
            if edges[m,n] > 4
                for a = first..last
                    votes[mod(a*n, 60)] += 0.25*weights[a]
                end
            end
        end
    end
end

function [] = main()
    edges = zeros(90, 70)
    for m = 0..89
        for n = 0..69
            edges[m,n] = mod(m*n + 3*m + n, 7)
        end
    end
    for angles = [1, 8, 37, 0]
        v = by_angle(edges, angles)
        if angles > 0
            printf("%d %d %d", v[0,3], v[angles-1,11], sum(v))
        else
            printf("%d", sum(v))
        end
    end
    % => 51 90 3960
    % => 51 12 31680
    % => 51 12 146520
    % => 0
    for angles = [3, 100]
        printf("%d %d", together(edges, angles)[0], together(edges, angles)[6])
    end
    % => 3060 3060
    % => 2575500 2575500
    w = zeros(45)
    for k = 0..44
        w[k] = mod(11*k, 19)
    end
    v = largest(edges, w)
    printf("%.0f %.0f %.0f", v[0,0], v[4,49], sum(v))
    % => 123 122 28930
    % Weights outside are 0.
    v = weighted(edges, w, 0, 44)
    printf("%.2f %.2f %.2f", v[0], v[59], sum(v))
    v = weighted(edges, w, 0, 60)
    printf("%.2f %.2f %.2f", v[0], v[59], sum(v))
    v = weighted(edges, w, 5, 4)
    printf("%.2f", sum(v))
    % => 14722.50 689.00 156780.00
    % => 14722.50 689.00 156780.00
    % => 0.00
    % What is outside is an error, as elsewhere.
    try
        v = outside(edges, 12)
    catch e
        printf("%s", strtrim(e))
        % => index 12 of 'votes' is outside its 12 elements
    end
end

function votes = outside(edges : mat, angles : int)
    votes = vec[int](angles)
    for m = 0..size(edges,0)-1
        for n = 0..size(edges,1)-1
            if edges[m,n] > 2
                for a = 0..angles
                    votes[a] += 1
                end
            end
        end
    end
end
