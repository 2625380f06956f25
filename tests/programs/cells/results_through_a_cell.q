%! features: F069
get_string_and_value : [scalar -> vec[{string,scalar}]] = value -> {"String", value}
[str, val] = get_string_and_value(1.234)
print str, " ", val + 1
% => String 2.234
function [pair] = both(x)
    pair = {x, "text"}
end
[a, b] = both(4)
print b, a + 1
% => text5
[c, d] = both([1,2])
print d, sum(c)
% => text3
