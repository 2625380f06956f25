type shape : enum
    Disc
    Square = 5
    Star,
    Line = 0x10
endtype
type color : enum; Red; Green; Blue = 2; endtype

function name = describe(s : shape, c : color)
    match s, c with
    | Disc, Red ->
        name = "red disc"
    | Square, _ -> name = "a square"
    | _, Blue -> name = "something blue"
    | _ ->
        match c with
        Red -> name = "red"
        Green -> name = "green"
        _ -> name = "unknown"
        endmatch
    endmatch
end

function y = f(kind : string, x)
    match kind with
    | "square" -> y = x^2
    | "cube" ->
        y = x^2
        y *= x
    | "" -> y = nullptr
    | _ -> error("unknown kind ", kind)
    end
end
print describe(shape.Disc, color.Red), f("cube", 3)
