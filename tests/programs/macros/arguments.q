% Arguments by position and by name, defaults, expressions, variables that the macro changes, macros that use macros.
macro [] = show(text, value = 7)
    print text, value
endmacro
macro [] = both(a, b)
    {!show "first ", a}
    {!show "second ", b}
endmacro
macro [] = increase(variable, by)
    variable = variable + by
endmacro

{!show "default "}
% => default 7
{!show "given ", 1+2}
% => given 3
{!show value=4, text="named "}
% => named 4
{!both 1, [2,3]}
% => first 1
% => second [2,3]

function y = f(x)
    y = x
    {!increase y, 2*x}
    {!increase y, by=1}
end
print f(5)
% 5 + 10 + 1
% => 16
