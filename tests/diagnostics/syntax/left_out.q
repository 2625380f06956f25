% `~` stands for an output in the brackets of several targets only.
x = ~ 1          %~ E0001 unexpected character `~`
function [~, k] = f(x)   %~ E0001 unexpected character `~`
    k = x
end
