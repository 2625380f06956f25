function y = pick(name)
    y = 0
    match name with
    | "one" -> y = 1
    | "two" -> y = 2
    end
end
names = vec[string](3)
names[0] = "two"
names[1] = "one"
names[2] = "three"
for k = 0..2
    print pick(names[k])
end
% => 2
% => 1
% => 0
