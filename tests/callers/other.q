% A second library in the same process, with functions of the same names.
function y = scale(x : mat, factor : scalar)
    {!export}
    y = x/factor
end
function n = calls()
    {!export}
    n = -1
end
