% Variables of the script that functions use, and others.
level = 3
table = zeros(4)
name = "script"
private = 5
function y = looked_up(k : int)
    y = table[k] + level
end
table[2] = 8
a = looked_up(2)
level = 10
b = looked_up(1)
private += a
print a, b, private, name
