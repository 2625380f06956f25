% Everything is global: the module's function and the file's are overloads of one name.
import "import/kinds.q"
function y = kind(x : string)
    y = "string"
end
print kind(1.5), " ", kind("a")
% => number string
