% Comma-separated values.
m = [[0.1, -2], [300, 4e-20]]
csvwrite("m.csv", m)
f = fopen("m.csv")
print fgets(f)
% => 0.1,-2
print fgets(f)
% => 300,4e-20
fclose(f)
r = csvread("m.csv")
print sum(abs(r - m)), " ", size(r)
% => 0 [2,2]
f = fopen("other.csv", "w")
fprintf(f, "1;2\n\n;4\n")
fclose(f)
print csvread("other.csv")
% => [[1,2],
% =>  [0,4]]
f = fopen("bad.csv", "w")
fprintf(f, "1,2\n3,x\n")
fclose(f)
try
    print csvread("bad.csv")
catch ex
    print ex
end
% => cannot read 'bad.csv': line 2: 'x' is not a number
