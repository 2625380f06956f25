% A condition on a known text is decided when compiling, so that only the branch that is taken need have a meaning.
s = "x"
if s == "x"
    % => yes
    print "yes"
else
    print s * 2
end
if s != "x"
    print s * 2
end
% => 0
print !(s == "x")
% A text that changes is compared when running.
t = "y"
for i = 0..1
    if t == "y"
        % => first
        print "first"
    else
        % => then
        print "then"
    end
    t = "z"
end
