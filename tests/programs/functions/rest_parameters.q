%! features: F133
function y = total(first, scale = 1, ...rest : vec[scalar])
    y = first
    for k = 0..numel(rest)-1
        y += scale*rest[k]
    end
end
print total(1), " ", total(1, 2), " ", total(1, 2, 3, 4)
% => 1 1 15
