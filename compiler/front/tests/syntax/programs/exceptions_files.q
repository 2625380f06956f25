function data = load_or_make(path : string, n : int)
    try
        data = load(path)
        if numel(data) != n
            error "wrong size in ", path
        end
    catch ex : qexception
        print "making ", path, " because of ", ex
        data = randn(n)
        try
            save(path, data)
        catch
            print "not saved"
        endtry
    endtry
end

function lines = read_all(f)
    lines = {}
    k = 0
    while !feof(f)
        lines[k] = fgets(f); k += 1
    endwhile
end
f = fopen("results.txt", "w")
fprintf(f, "%d %f ""%s""\n", 3, 1.5, "quoted")
fclose(f)
path = "C:\temp\images\"
