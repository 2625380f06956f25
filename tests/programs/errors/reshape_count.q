%! raises: fit together line 4
function [] = main(n : int = 6)
    x = zeros(n)
    y = reshape(x, [4,2])
    print y
end
