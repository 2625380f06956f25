%! features: F020
function y = name(k : int)
    y = "none"
    match k with
    | 1 -> y = "one"
    | 2 -> y = "two"
    | 1+2 -> y = "three"
    | _ -> y = "many"
    endmatch
end
print name(1), " ", name(2), " ", name(3), " ", name(4)
% => one two three many
function y = without(k : int)
    y = "nothing"
    match k with
    | 7 -> y = "seven"
    end
end
% No hit and no wildcard: nothing happens.
print without(7), " ", without(8)
% => seven nothing
