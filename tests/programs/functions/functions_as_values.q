%! features: F151
function f = filter(name : string)
    match name with
    | "double" -> f = x -> 2*x
    | "negate" -> f = x -> -x
    | _ -> f = x -> x
    end
end
print filter("double")(3), " ", filter("negate")(3), " ", filter("none")(3)
% => 6 -3 3
function y = plus_one(x)
    y = x + 1
end
g = plus_one
print g(1)
% => 2
