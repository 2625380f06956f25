% The lengths of shortest ways (Floyd 1962). Where no element of the diagonal is negative, row and column k stay as they are while ways by place k are
% tried, and the iterations are independent; where one is, their order counts.
function [] = shorten(d : mat)
    n = size(d, 0)
    for k = 0..n-1
        for i = 0..n-1
            for j = 0..n-1
                if d[i,k] + d[k,j] < d[i,j]
                    d[i,j] = d[i,k] + d[k,j]
                end
            end
        end
    end
end

function [] = main()
    % A ring of five places, 1 to the next one: the way from i to j is mod(j - i, 5) long.
    ring = 1000*ones(5, 5)
    for i = 0..4
        ring[i,i] = 0
        ring[i,mod(i+1, 5)] = 1
    end
    shorten(ring)
    print ring
    % => [[0,1,2,3,4],
    % =>  [4,0,1,2,3],
    % =>  [3,4,0,1,2],
    % =>  [2,3,4,0,1],
    % =>  [1,2,3,4,0]]

    % Going round place 0 shortens: k = 0 makes d[0,0] = -2, then d[0,1] = 0 by that, then d[1,0] = 1; k = 1 finds nothing.
    loop : mat = [[-1.0,2.0],[3.0,0.0]]
    shorten(loop)
    print loop
    % => [[-2,0],
    % =>  [1,0]]

    % A place that is NaN is on no way.
    hole : mat = [[0.0,0.0/0.0,7.0],[1.0,0.0,2.0],[4.0,9.0,0.0]]
    shorten(hole)
    print isnan(hole[0,1]), " ", hole[1,2], " ", hole[2,1]
    % => 1 2 9
end
