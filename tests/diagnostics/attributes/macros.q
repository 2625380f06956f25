macro [] = twice(op, what)
    op(what)
    op(what)
endmacro
macro [] = again(x)
    print x
    {!again x}           %~ E0621 the macro `again` uses itself
endmacro
macro [] = twice(x)      %~ E0622 there is a macro `twice` already
    print x
endmacro
macro [] = unroll(x)     %~ E0622 there is a code attribute `unroll` already
    print x
endmacro
function [] = hello(x)
    print x
end
{!twice hello}           %~ E0620 the macro `twice` takes 2 arguments, and 1 are given
{!twice hello, 1, 2}     %~ E0620 the macro `twice` takes 2 arguments, and 3 are given
{!twice hello, waht=2}   %~ E0620 the macro has no parameter `waht`
{!twice hello, op=hello} %~ E0620 the parameter `op` gets two values
{!again 1}
