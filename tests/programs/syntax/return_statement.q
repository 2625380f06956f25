function y = find_first(v, what)
    y = -1
    for k = 0..numel(v)-1
        if v[k] == what
            y = k
            return
        end
    end
end
print find_first([4,5,6], 5), " ", find_first([4,5,6], 9)
% => 1 -1
function y = early(x)
    y = 1
    if x
        return
    end
    y = 2
end
print early(1), early(0)
% => 12
