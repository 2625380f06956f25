a = "quasar"
b = a + " " + "compiler"
print b
% => quasar compiler
print strcat("a", "b", "c")
% => abc
print a == "quasar", a != "quasar", a == "other"
% => 100
c = ""
for k = 0..3
    c = c + "x"
end
print c
% => xxxx
