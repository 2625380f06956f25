%! features: F416
% Formatted output to files, and what was saved read back; a wrong number of arguments is an error of its line.
f = fopen("a.txt", "w")
fprintf(f, "%d|%5d|%f|%.2f|%s|%g|%g\n", 42, -7, 0.5, 3.14159, "text", 1e10, 0.25)
fprintf(f, "%d %s\n", [1,2,3], [0.5,1])
fclose(f)
f = fopen("a.txt")
print fgets(f)
% => 42|   -7|0.500000|3.14|text|1e+10|0.25
print fgets(f)
% => [1,2,3] [0.5,1]
fclose(f)
function [] = wrong(k : int)
    f = fopen("b.txt", "w")
    try
        if k == 0
            fprintf(f, "%d %d\n", 1)
        else
            fprintf(f, "%d\n", 1, 2)
        end
    catch ex
        print ex.line
    end
    fclose(f)
end
wrong(0)
% => 17
wrong(1)
% => 19
x = [[1,2],[3,4]] / 8
save("x.dat", x)
y = load("x.dat")
print sum(abs(y - x)), y
% => 0[[0.125,0.25],
% =>  [0.375,0.5]]
