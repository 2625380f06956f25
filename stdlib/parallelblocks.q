% Module: parallelblocks
% Searching and counting in arrays.
{!doc category="Arrays"}

% Function: find_index_min
% The linear index of the least element, the first of equal ones.
% > find_index_min([3,1,2,1]) == 1
function i = find_index_min(x : cube)
    i = first_index(x, min(x))
end

% Function: find_index_max
% The linear index of the greatest element, the first of equal ones.
% > find_index_max([3,1,2,3]) == 0
function i = find_index_max(x : cube)
    i = first_index(x, max(x))
end

% Function: histogram
% Counts elements in bins of equal width.
%
% Parameters:
% x    - the elements
% bins - the number of bins
% low  - where the first bin begins
% high - where the last bin ends; it counts what is equal to that as well
%
% Elements outside are not counted.
% > histogram([0.1,0.2,0.9], 2, 0, 1) == [2,1]
function h = histogram(x : cube, bins : int, low : scalar, high : scalar)
    h = vec[int](bins)
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            for k = 0..size(x,2)-1
                v = x[m,n,k]
                if v >= low && v <= high
                    h[min(int((v - low)*bins/(high - low)), bins-1)] += 1
                end
            end
        end
    end
end

% The least linear index where x has the value, numel(x) where it has not.
function i = first_index(x : cube, value : scalar)
    i = numel(x)
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            for k = 0..size(x,2)-1
                if x[m,n,k] == value
                    i __= (m*size(x,1) + n)*size(x,2) + k
                end
            end
        end
    end
end
