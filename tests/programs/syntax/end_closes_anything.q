%! features: F017 F018 F019
function y = f(x)
    y = 0
    for k = 0..x
        if k > 1
            while y < 3
                y += 1
            end
        end
    end
endfunction
print f(1), " ", f(2)
% => 0 3
