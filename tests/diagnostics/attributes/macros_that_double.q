% Arguments that grow tenfold at each of three levels are too large in the end.
macro [] = c(x)
    print x
endmacro
macro [] = big(x)
    {!doubled x+x+x+x+x+x+x+x+x+x}
endmacro
macro [] = doubled(x)
    {!tripled x+x+x+x+x+x+x+x+x+x}
endmacro
macro [] = tripled(x)
    {!c x+x+x+x+x+x+x+x+x+x}     %~ E0621 macros make too much text of this use of `c`
endmacro
{!big 1}
{!c 1}
