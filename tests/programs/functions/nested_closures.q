%! features: F040
function y = outer(n)
    base = 100
    function z = middle(a)
        function w = inner(b)
            w = base + 10*a + b
        end
        z = inner(n)
    end
    y = middle(2)
end
print outer(3)
% => 123
