%! test opt parallel
% The source has the word.
% check: launch $k [3]
function m = f(x : cube)
    m = zeros(3)
    {!parallel for}
    for c = 0..2
        s = 0.0
        for i = 0..size(x,0)-1
            for j = 0..size(x,1)-1
                s += x[i,j,c]
            end
        end
        m[c] = s
    end
end
print f(ones(30, 40, 3))
