type color : enum
    Red
    Green
endtype
print color.Gren %~ E0342 Gren
c = color.Red
match c with
| Read -> print 1 %~ E0342 Read
| Green -> print 2
end
