% Each list that grows is one mistake; that the type of the output grows with them is none of its own.
function v : ?? = parse(n : int)
    if n == 0
        v = "leaf"
    else
        keys = {}
        values = {}
        for k = 1..n
            keys = {...keys, "k"} %~ E0315 `...` needs a vector
            values = {...values, parse(n-1)} %~ E0315 `...` needs a vector
        end
        v = {"object", keys, values}
    end
end
print parse(3)
