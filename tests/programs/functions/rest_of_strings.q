function s = joined(separator, ...parts : vec[string])
    s = ""
    for k = 0..numel(parts)-1
        s += parts[k] + separator
    end
end
print joined("-", "a", "b"), "[" + joined("+") + "]"
% => a-b-[]
