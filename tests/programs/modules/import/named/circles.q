type figure : class
    radius : scalar
end
unit = 5.0
{!private}
function y = doubled(x)
    y = 20*x
end
function y = area(x : figure)
    y = 3*x.radius^2
end
function y = twice(x)
    y = doubled(x)
end
function [] = main()
    print "is not run"
end
