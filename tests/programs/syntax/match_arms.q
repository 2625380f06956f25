%! features: F021
% Several statements per arm; the first arm may lack its bar.
function y = f(k : int)
    y = 0
    match k with
      1 -> y = 10
           y = y + 1
    | 2 ->
        y = 20
        if y > 0
            y = y + 2
        end
    | _ -> y = 30
    endmatch
end
print f(1), " ", f(2), " ", f(3)
% => 11 22 30
% As the manual's extract prints it, without bars (3.10).
type color : enum
    Red
    Green
endtype
function [] = tell(a : color)
    match a with
     Red -> print ("The color is red")
     Green -> print ("The color is green")
     _ -> print ("Unknown color")
    endmatch
end
tell(color.Green)
% => The color is green
