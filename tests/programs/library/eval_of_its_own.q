% A program may have a function of that name: its texts are texts.
function y = eval(x : string)
    y = strlen(x)
end
print eval("1+2")
% => 3
