type color : enum
    Red
    Green
endtype
color.Red = 3 %~ E0111 cannot be assigned
print Green %~ E0201 Green
x : color = "Red" %~ E0301 a `string` where a `color` is needed
type level : enum
    Low = 1.5 %~ E0313 an int that is known at compile time
endtype
print level.Low
%! features: F063
