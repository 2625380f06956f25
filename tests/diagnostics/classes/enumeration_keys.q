%! features: F063 F064
type color : enum
    Red
    Green
endtype
print color.Purple %~ E0342 `color` has no key `Purple`
function [] = tell(a : color)
    match a with
    | Purple -> print "?" %~ E0342 `color` has no key `Purple`
    | Red -> print "red"
    endmatch
end
tell(color.Red)
