% What is caught.
function y = checked(n : int)
    y = 0
    if n > 2
        error("too large: ", n)
    end
    y = n * 2
end
function [] = main()
    total = 0
    for k = 1..4
        try
            a = checked(k)
            total += a
        catch ex
            text = ex.message
            total = -1
        end
    end
    print total
end
