%! features: F020
function y = quadrant(a : int, b : int)
    y = "?"
    match a, b with
    | 0, 0 -> y = "both zero"
    | 0, _ -> y = "first zero"
    | _, 0 -> y = "second zero"
    | _, _ -> y = "none"
    end
end
print quadrant(0,0)
% => both zero
print quadrant(0,3)
% => first zero
print quadrant(3,0)
% => second zero
print quadrant(1,1)
% => none
