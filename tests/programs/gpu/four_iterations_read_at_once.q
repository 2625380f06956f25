%! features: F282
% Sums over products in which a loop goes along the last index: on a GPU four iterations read at once where rows begin at a multiple of 16 bytes.
% Rows of 8 elements do, those of 10 and 7 do not; the loop begins in the middle of such a group, ends there, or has no iterations at all.
% With a[i,k] = i + k and b[k,j] = k - j a sum from p to q is that of k^2 + (i - j)*k - i*j, for which there are closed forms.
%! emits: cuda q_is_wide(
function y = squares(q : int)
    y = int(q*(q + 1)*(2*q + 1)/6)
end
function y = numbers(q : int)
    y = int(q*(q + 1)/2)
end
function y = expected(i : int, j : int, p : int, q : int)
    y = 0
    if q >= p
        y = squares(q) - squares(p-1) + (i - j)*(numbers(q) - numbers(p-1)) - i*j*(q - p + 1)
    end
end
function y = wrong(m : int, n : int, l : int, p : int, q : int)
    a = zeros(m, l)
    b = zeros(l, n)
    for i = 0..m-1
        for k = 0..l-1
            a[i,k] = i + k
        end
    end
    for k = 0..l-1
        for j = 0..n-1
            b[k,j] = k - j
        end
    end
    c = zeros(m, n)
    for i = 0..m-1
        for j = 0..n-1
            s = 0.0
            for k = p..q
                s += a[i,k]*b[k,j]
            end
            c[i,j] = s
        end
    end
    y = 0
    for i = 0..m-1
        for j = 0..n-1
            y += int(c[i,j] != expected(i, j, p, q))
        end
    end
end
count = 0
for m = [1,4,9]
    for n = [1,32,130]
        for l = [7,8,10]
            count += wrong(m, n, l, 0, l-1) + wrong(m, n, l, 1, l-2) + wrong(m, n, l, 4, l-1) + wrong(m, n, l, 5, 4)
        end
    end
end
% No element is another one than the closed form says.
% => 0
print count
% Whole numbers, and a loop whose body branches: the sum of those of k*k below 40, for each row, of 0, 1, .., 19.
x = int(zeros(3, 20))
for i = 0..2
    for k = 0..19
        x[i,k] = k*k + i
    end
end
t = int(zeros(3))
for i = 0..2
    s = 0
    for k = 0..19
        v = x[i,k]
        if v < 40 + i
            s += v
        end
    end
    t[i] = s
end
% 0 + 1 + 4 + 9 + 16 + 25 + 36 = 91, and 7 more for each row.
% => [91,98,105]
print t
% What the loop writes is read element by element: each row becomes its running sums.
z = ones(40, 12)
{!parallel for}
for i = 0..39
    for k = 1..11
        z[i,k] = z[i,k] + z[i,k-1]
    end
end
% 40 rows of 1 + 2 + .. + 12 = 78.
% => 3120
print sum(z)
