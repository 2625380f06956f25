function [] = main(x : mat, y : vec[string] = {"a"}, z : cvec, ...rest : vec2) %~ E0411 `x` of `main` %~ E0411 `y` of `main` %~ E0411 `z` of `main` %~ E0411 `rest` of `main`
    print x, y, z, rest
end
