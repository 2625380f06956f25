% An operation that has no meaning for any of the types is an error when compiling.
function y = pick(n : int)
    if n > 0
        y = "text"
    else
        y = n
    end
end
a = pick(1)
a(2) %~ E0405 cannot be called
