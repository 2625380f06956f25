type stack[T] : class
    x : T
endtype
a : stack[int,int] = stack[int](x:=1) %~ E0401 `stack` takes 1 type in brackets
type pair[S,T] : class
    x : S
    y : T
endtype
b : pair[int] = 3 %~ E0401 `pair` takes 2 types in brackets
