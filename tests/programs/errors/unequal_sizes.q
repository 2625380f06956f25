%! raises: size line 3
function [] = main(n : int = 3)
    print zeros(n) + zeros(n + 1)
end
