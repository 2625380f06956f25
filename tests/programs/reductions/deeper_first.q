%! features: F168
%! reduction: Applied reduction sum(x) -> my_sum(x)
%! reduction: Applied reduction sum(my_sum(x)) -> my_sum(my_sum(x))
%! reduction: Result after 2 reductions: f=(x:vec) -> my_sum(my_sum(x))
% The same rule fits twice: inside first.
reduction x -> sum(x) = my_sum(x)
function y = my_sum(x)
    print "my_sum"
    y = prod(x)
end
f = (x : vec) -> sum(sum(x))
print f([1,2,3,4])
% => my_sum
% => my_sum
% => 24
