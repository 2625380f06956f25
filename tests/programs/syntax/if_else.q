%! features: F019
function y = sign_name(x)
    if x < 0
        y = "negative"
    elseif x == 0
        y = "zero"
    elseif x < 10
        y = "small"
    else
        y = "large"
    endif
end
print sign_name(-3)
% => negative
print sign_name(0)
% => zero
print sign_name(9)
% => small
print sign_name(10)
% => large
if(1) 
    print "no blank needed"
end
% => no blank needed
