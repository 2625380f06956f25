% Weights that follow from the column and from the index of an inner loop, and that branches choose: all rows have the same ones, which may be computed
% once. The weights are small multiples of a power of two, so that sums are exact in any order.
function w = weight(d)
    if d < 0.5
        w = d*d*d + d*d + d
    elseif d < 1.25
        w = (3 - d)*d*d*2 + d*d*d*d/2 - 0.5*d
    else
        w = -d
    end
end

function y = weighted(rows : int, columns : int)
    y = zeros(rows, columns)
    for m = 0..rows-1
        for n = 0..columns-1
            for k = 0..3
                y[m,n] += weight(mod(n + 3*k, 8)/4)*(m + 1)
            end
        end
    end
end

y = weighted(40, 160)
print sum(y[0,:])
% => 253.90625
print sum(y)
% => 208203.13
print y[7,0..3]
% => [9.140625,28.875,16.765625,41.140625]
% Few rows, one row, none.
print sum(weighted(3, 160))
% => 1523.4375
print sum(weighted(1, 160))
% => 253.90625
print sum(weighted(0, 160))
% => 0
print sum(weighted(40, 1))
% => 936.91406
