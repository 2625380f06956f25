%! features: F032
f = fopen("out.txt", "w")
fprintf(f, "%s %d\n", "value", 3)
fclose(f)
g = fopen("out.txt", "r")
print fgets(g)
% => value 3
fclose(g)
% As the manual's `myprint` writes anything (4.8.2).
f = fopen("out.txt", "w")
function [] = myprint(...args)
    for i=0..numel(args)-1
        fprintf(f, "%s", args[i])
    endfor
endfunction
myprint("Stage", 1, [2,3], 0.5)
fclose(f)
g = fopen("out.txt", "r")
print fgets(g)
% => Stage1[2,3]0.5
fclose(g)
try
    fprintf(f, "%s", 1)
catch ex
    print "closed"
end
% => closed
