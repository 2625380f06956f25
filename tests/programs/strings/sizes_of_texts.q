% Texts have sizes as arrays have: `numel` and `isempty` count characters; `string(x)` is the text of a value.
s = "héllo"
print numel(s), " ", numel(""), " ", numel(s + "!")
% => 5 0 6
print isempty(s), " ", isempty(""), " ", isempty(strtrim("  "))
% => 0 1 1
print string(3) + string("a") + string(2.5) + string([1,2])
% => 3a2.5[1,2]
% A value whose type is known when the program runs.
x : vec[??] = {"abc", [1,2], 3}
for k = 0..2
    print numel(x[k]), " ", isempty(x[k]), " ", string(x[k])
end
% => 3 0 abc
% => 2 0 [1,2]
% => 1 0 3
