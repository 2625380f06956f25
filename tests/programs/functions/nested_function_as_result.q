function f = make_adder(n)
    function y = adder(x)
        y = x + n
    end
    f = adder
end
a = make_adder(10)
b = make_adder(20)
print a(1), " ", b(1)
% => 11 21
