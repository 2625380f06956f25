% Text is written and read line by line; what was opened is closed.
f = fopen("a.txt", "w")
fprint(f, "first ", 1, [2,3])
fprintf(f, "%s=%d\n\nlast", "n", 7)
fclose(f)
f = fopen("a.txt")
n = 0
while !feof(f)
    n += 1
    print n, ": <", fgets(f), ">"
end
% => 1: <first 1[2,3]>
% => 2: <n=7>
% => 3: <>
% => 4: <last>
print "<", fgets(f), ">", feof(f)
% => <>1
fclose(f)
% Appending goes on where the file ends; places are bytes.
f = fopen("a.txt", "a")
fprintf(f, "\nmore")
fclose(f)
f = fopen("a.txt", "r+")
fsetpos(f, 13)
p = fgetpos(f)
line = fgets(f)
print p, " ", line, " ", fgetpos(f)
% "first 1[2,3]" and its newline are 13 bytes, "n=7" and its newline 4
% => 13 n=7 17
fsetpos(f, 13)
fprintf(f, "N")
fsetpos(f, 0)
one = fgets(f)
print one, " ", fgets(f)
% => first 1[2,3] N=7
fclose(f)
f = fopen("a.txt", "w+")
fprintf(f, "%d %f %g %s\n", 3, 0.5, 2.25, "word")
fsetpos(f, 0)
[i, x, y, s] = fscanf(f, "%d %f %g %s")
print i, " ", x, " ", y, " ", s
% => 3 0.5 2.25 word
fclose(f)
fprintf(1, "to the output\n")
% => to the output
% Several files at once; a number is free again after closing.
a = fopen("b.txt", "w")
b = fopen("c.txt", "w")
print b - a
% => 1
fclose(a)
c = fopen("d.txt", "w")
print c - b
% => -1
fprintf(b, "left open")
fprintf(c, "closed")
fclose(c)
names = dir("?.txt")
print names
% => ["a.txt","b.txt","c.txt","d.txt"]
print exists("a.txt"), exists("e.txt")
% => 10
