%! features: F136
% A variadic function as an argument, called with arguments of any types; a cell is spread into a rest parameter.
function [] = myprint(...args)
    text = ""
    for k = 0..numel(args)-1
        text += args[k]
    end
    print text
end
function [] = helper(custom_print : [(...??) -> ()])
    custom_print("Stage ", 1)
    custom_print("done")
    custom_print()
end
helper(myprint)
% => Stage 1
% => done
% => 
function y = total(first, ...rest : vec[scalar])
    y = first
    for k = 0..numel(rest)-1
        y += rest[k]
    end
end
sum_of : [(scalar, ...vec[scalar]) -> scalar] = total
print sum_of(1, 2, 3.5)
% => 6.5
function c = values(n : int)
    c = vec[??](n)
    for k = 0..n-1
        c[k] = k
    end
    c[0] = "from "
end
myprint(...values(4))
% => from 123
