%! features: F063 F064 F020
% The enumeration of the manual (3.10): counted from 0 and on from what is given; values are ints.
type color : enum
    Red
    Green
    Blue = 2
    Cyan
    Magenta
    Yellow
endtype
my_color = color.Magenta
print int(color.Red), int(color.Green), int(color.Blue), int(color.Cyan), int(my_color), int(color.Yellow)
% => 012345
print color.Red + 1, " ", my_color > color.Cyan, my_color == 4, " ", [10,20,30,40,50,60][color.Magenta]
% => 1 11 50
n : int = color.Blue
c : color = color.Green
print n, c
% => 2Green
function [] = tell(a : color)
    match a with
    | Red -> print ("The color is red")
    | Green -> print ("The color is green")
    | _ -> print ("Unknown color")
    endmatch
end
tell(color.Red)
tell(c)
tell(my_color)
% => The color is red
% => The color is green
% => Unknown color
