%! features: F020 F064
type color : enum
    Red
    Green
    Blue
endtype
function y = name(c : color)
    y = "?"
    match c with
    | Red -> y = "red"
    | Green -> y = "green"
    | _ -> y = "other"
    end
end
print name(color.Green), " ", name(color.Blue)
% => green other
