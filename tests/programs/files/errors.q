% Errors of files name the file and the reason, and can be caught.
function [] = tell(f : [() -> ()])
    try
        f()
        print "no error"
    catch ex
        print ex
    end
end
function [] = missing()
    f = fopen("missing.txt")
    fclose(f)
end
tell(missing)
% => cannot read 'missing.txt': there is no such file here or in QUASAR_DATA
function [] = folder()
    f = fopen("no_folder/a.txt", "w")
    fclose(f)
end
tell(folder)
% => cannot write 'no_folder/a.txt': No such file or directory
function [] = mode()
    f = fopen("a.txt", "q")
    fclose(f)
end
tell(mode)
% => fopen: the mode is "q", not r, w, a, r+, w+ or a+
function [] = closed()
    fprintf(17, "x")
end
tell(closed)
% => fprintf: there is no open file 17
function [] = read_only()
    f = fopen("a.txt", "w")
    fclose(f)
    f = fopen("a.txt")
    fprintf(f, "x")
end
tell(read_only)
% => cannot write 'a.txt': it is open for reading only
function [] = write_only()
    f = fopen("a.txt", "w")
    print fgets(f)
end
tell(write_only)
% => cannot read 'a.txt': it is open for writing only
function [] = no_data()
    f = fopen("text.dat", "w")
    fprintf(f, "hello")
    fclose(f)
    print load("text.dat")
end
tell(no_data)
% => cannot read 'text.dat': it is no data file in a known format (Quasar's own, npy, npz, mat of version 5)
function [] = two_in_npy()
    a = [1,2]
    save("two.npy", a, a)
end
tell(two_in_npy)
% => cannot write 'two.npy': an npy file holds one array, not 2; save them as npz
function [] = table()
    csvwrite("t.csv", zeros(2,2,2))
end
tell(table)
% => cannot write 't.csv': a table has two dimensions, the array has 3
% Nothing is left of what could not be written.
print exists("two.npy"), exists("t.csv"), exists("no_folder")
% => 000
function [] = list()
    print dir("nowhere")
end
tell(list)
% => cannot read 'nowhere': No such file or directory
