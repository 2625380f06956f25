function [] = f()
    reduction (x : mat) -> real(x) = x %~ E0900 reductions within functions
end
f()
