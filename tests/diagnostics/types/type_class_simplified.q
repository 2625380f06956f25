%! features: F073
% Members that say the same are one: `[int'const|int]` is `int`.
function y = whole(x : [int'const|int])
    y = x
end
print whole("a") %~ E0301 where a `int` is needed
function y = mixed(x : [int|cube])
    y = x
end
print mixed("a") %~ E0301 where a `[int|cube]` is needed
