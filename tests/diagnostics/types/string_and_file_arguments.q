print upper(3) %~ E0404 upper
print strjoin("a") %~ E0404 vector of strings
f = fopen(3) %~ E0404 fopen
fprintf("a", "b") %~ E0404 whole number
fwrite(1, "text") %~ E0404 array of numbers
print sscanf("3", "three") %~ E0404 reads nothing
print sscanf(3, "%d") %~ E0404 a string
save("a.dat", "text") %~ E0404 numbers
x = load("a.dat", 0, "double") %~ E0404 complex
