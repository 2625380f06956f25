%! test opt parallel
% What is inside of the loop goes from one iteration to the next: the loop itself is all that is parallel.
% check: launch $k [3]
function m = f(x : cube)
    m = zeros(3)
    for c = 0..2
        s = 1.0
        for i = 0..size(x,0)-1
            for j = 0..size(x,1)-1
                s = x[i,j,c]/(1 + s)
            end
        end
        m[c] = s
    end
end
print f(ones(30, 40, 3))
