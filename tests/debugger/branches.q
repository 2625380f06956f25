% Choices.
function y = sign_of(x)
    if x > 0
        y = 1
        z = y + 1
    elseif x < 0
        y = -1
        z = y - 1
        y = z + 1
    else
        y = 0
    end
end
function [] = main()
    a = sign_of(3)
    b = sign_of(-2.5)
    c = sign_of(0)
    d = a > b ? 10 : 20
    print a, b, c, d
end
