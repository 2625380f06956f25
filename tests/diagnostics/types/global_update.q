% A function reads the variables of the script and cannot change them: the sum is a variable of its own.
total = 0
function [] = add(x)
    total = total + x %~ W0401 total
end
add(3)
print total
