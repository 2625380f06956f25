% Variables and functions of a macro are its own, at each use; other names mean what they mean at the place of the use.
macro [] = area(width, height)
    result = width * height
    function y = doubled(x)
        y = 2*x
    end
    print result, " ", doubled(result), " ", unit
endmacro
result = 1
unit = "mm"
{!area 2, 3}
% => 6 12 mm
unit = "cm"
{!area result, result}
% => 1 2 cm
print result
% => 1
