%! args: "a b  c" ""
function [] = main(first : string, second : string)
    print "[", first, "] [", second, "]"
end
% => [a b  c] []
