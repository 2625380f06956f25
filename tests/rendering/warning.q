% A warning with its next step.
x = 1
if x ~= 2
    print x
end
