function n = count(...values)
    n = numel(values)
end
print count(values := 3) %~ E0403 the rest parameter `values` cannot be named
