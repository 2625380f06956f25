%! features: F032
f = fopen("out.txt", "w")
fprintf(f, "%s %d\n", "value", 3)
fclose(f)
g = fopen("out.txt", "r")
print fgets(g)
% => value 3
fclose(g)
