%! features: F147
function [] = outer()
    a = 1
    function [] = inner()
        a = a + 1 %~ W0401 a
        print a
    end
    inner()
end
outer()
