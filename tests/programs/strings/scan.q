% Reading by a format: each conversion gives a value of its type.
n = sscanf("42 apples", "%d apples")
print n + 1
% => 43
[h, m, s] = sscanf("12:30:15.5", "%d:%d:%f")
print h, " ", m, " ", s * 2
% => 12 30 31
[key, value] = sscanf("size = 7", "%s = %d")
print key, value
% => size7
print sscanf("ff", "%x"), " ", sscanf("1e3", "%g"), " ", sscanf("50%", "%d%%")
% => 255 1000 50
[a, b] = sscanf("12345 9", "%2d%*d %d")
print a, " ", b
% => 12 9
% A format that is not constant reads numbers, as many as fit.
function v = numbers(text : string, format : string)
    v = sscanf(text, format)
end
print numbers("1 2.5 x", strcat("%f ", "%f ", "%f"))
% => [1,2.5]
try
    [c, d] = sscanf("1 x", "%d %d")
    print c, d
catch ex
    print ex
end
% => format: sscanf: the text fits 1 of 2 conversions in "%d %d"
