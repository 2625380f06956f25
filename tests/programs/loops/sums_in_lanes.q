%! loop: 17 vectors along the sums inside
% Sums inside positions whose elements lie along the sum run in vectors: sums, differences, conditions, products, extremes, whole
% numbers; below, at and above the length of a vector. All numbers are exact, so the order does not show. The same values come from
% loops the other way round, where each row is a running value in an array.
function [differences : scalar] = compare(n : int, m : int)
    a = zeros(n, m)
    x = zeros(m)
    k = mat[int](n, m)
    for i = 0..n-1
        for j = 0..m-1
            a[i,j] = mod(3*i + 5*j, 11) - 4
            x[j] = mod(j, 7)
            k[i,j] = mod(7*i + j, 13) - 6
        end
    end
    found = zeros(n, 7)
    for i = 0..n-1
        total = 0.0
        left = 100.0
        positive = 0.0
        product = 1.0
        largest = -1000.0
        least = 1000.0
        whole = 5
        for j = 0..m-1
            total += a[i,j]*x[j]
            left -= a[i,j]
            if a[i,j] > 0
                positive += 1
            end
            product *= 1 - 2*mod(j, 2)
            largest = max(largest, a[i,j] + x[j])
            least = min(a[i,j] - x[j], least)
            whole += k[i,j]
        end
        found[i,0] = total
        found[i,1] = left
        found[i,2] = positive
        found[i,3] = product
        found[i,4] = largest
        found[i,5] = least
        found[i,6] = whole
    end
    wanted = zeros(n, 7)
    for i = 0..n-1
        wanted[i,1] = 100
        wanted[i,3] = 1
        wanted[i,4] = -1000
        wanted[i,5] = 1000
        wanted[i,6] = 5
    end
    for j = 0..m-1
        for i = 0..n-1
            wanted[i,0] += a[i,j]*x[j]
            wanted[i,1] -= a[i,j]
            wanted[i,2] += a[i,j] > 0 ? 1 : 0
            wanted[i,3] *= 1 - 2*mod(j, 2)
            wanted[i,4] = max(wanted[i,4], a[i,j] + x[j])
            wanted[i,5] = min(a[i,j] - x[j], wanted[i,5])
            wanted[i,6] += k[i,j]
        end
    end
    differences = sum(abs(found - wanted))
    if n == 2 && m == 3
        print found
    end
end
function [] = main()
    lengths = [1, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 47, 64, 65, 100, 300]
    total = 0.0
    for q = 0..numel(lengths)-1
        for n = 1..5
            total += compare(n, lengths[q])
        end
    end
    print total
end
% Row 0 of 2×3: a = -4,1,6 and k = -6,-5,-4; row 1: a = -1,4,-2 and k = 1,2,3; x = 0,1,2.
% => [[13,97,2,-1,8,-4,-10],
% =>  [0,99,1,-1,5,-4,11]]
% => 0
