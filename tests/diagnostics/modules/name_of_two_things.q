import "import/shapes.q" as area %~ E0343 `area` is the name of two things
function y = area(x)
    y = x
end
print area(1)
