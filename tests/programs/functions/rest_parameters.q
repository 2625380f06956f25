%! features: F133 F131
function y = total(first, scale = 1, ...rest : vec[scalar])
    y = first
    for k = 0..numel(rest)-1
        y += scale*rest[k]
    end
end
print total(1), " ", total(1, 2), " ", total(1, 2, 3, 4)
% => 1 1 15
% The header of the manual (4.8) and how many arguments go where; the listing of `func`, with types and without.
function [] = func(a, b, opt1=1.0, opt2=2.0, ...args)
    print a, " ", b, " ", opt1, " ", opt2, " ", numel(args)
endfunction
func(1, 2)
% => 1 2 1 2 0
func(1, 2, 3)
% => 1 2 3 2 0
func(1, 2, 3, 4, "five", [6,7])
% => 1 2 3 4 2
func(1, 2, opt2:=9)
% => 1 2 1 9 0
function [] = each(... args)
    for i=0..numel(args)-1
        print args[i]
    endfor
endfunction
each(1, 2, "hello")
% => 1
% => 2
% => hello
function [] = texts(... args:vec[string])
    all = ""
    for i=0..numel(args)-1
        all = all + args[i]
    endfor
    print all, numel(args)
endfunction
texts("a", "b", "c")
% => abc3
texts()
% => 0
