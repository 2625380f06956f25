% Keys of enumerations, by themselves and in classes.
type colour : enum
    Red
    Green = 5
    Blue
end
type car : class
    paint : colour
    doors : int
end
function y = next_of(c : colour)
    y = colour.Blue
    if c == colour.Red
        y = colour.Green
        n = 1
    end
end
function [] = main()
    a = colour.Red
    b = next_of(a)
    a = next_of(b)
    t = car(paint:=b, doors:=4)
    t.paint = a
    k = t.doors
    print a, b, t, k
end
