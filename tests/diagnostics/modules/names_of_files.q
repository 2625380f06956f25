% What is said of names behind the name of a file, and of those that a file keeps.
import "import/shapes.q" as shapes
print shapes.area(2.0)
print shapes.aera(2.0) %~ E0207 there is no `aera` in `
print shapes.half(2.0) %~ E0207 `half` is a private name of `
print shapes %~ E0207 `shapes` is a file and no value
function y = of(x : shapes.figur) %~ E0207 there is no `figur`
    y = x
end
function y = of_other(x : shape.figure) %~ E0207 no file is imported as `shape`
    y = x
end
