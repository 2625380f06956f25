% Files and folders as wholes, in a folder of the program's own.
function [] = tell(f : [() -> ()])
    try
        f()
        print "no error"
    catch ex
        print ex
    end
end
above = pwd()
own = tempfolder()
print isfolder(own), isfile(own), exists(own)
% => 101
cd(own)
print pwd() == above
% => 0
mkdir("a/b/c")
mkdir("a/b")
f = fopen("a/x.txt", "w")
fprintf(f, "hello")
fclose(f)
print filesize("a/x.txt"), " ", isfile("a/x.txt"), isfolder("a/x.txt")
% => 5 10
age = time() - filetime("a/x.txt")
print age >= -1 && age < 100
% => 1
copyfile("a/x.txt", "a/b/y.txt")
copyfile("a/x.txt", "a/b/y.txt")
movefile("a/x.txt", "z.txt")
movefile("a/b/c", "c")
print dir("."), dir("a"), dir("a/b")
% => ["a","c","z.txt"]["b"]["y.txt"]
f = fopen("a/b/y.txt")
print fgets(f)
% => hello
fclose(f)
function [] = full()
    rmdir("a")
end
tell(full)
% => rmdir: 'a': Directory not empty
function [] = no_file()
    delete("c")
end
tell(no_file)
% => delete: 'c' is a folder, which `rmdir` removes
function [] = missing()
    delete("none.txt")
end
tell(missing)
% => delete: 'none.txt': No such file or directory
function [] = of_folder()
    copyfile("a", "d")
end
tell(of_folder)
% => copyfile: 'a' is a folder
function [] = into_nothing()
    copyfile("z.txt", "none/z.txt")
end
tell(into_nothing)
% => copyfile: 'none/z.txt': No such file or directory
function [] = nothing_to_move()
    movefile("none.txt", "x.txt")
end
tell(nothing_to_move)
% => movefile: 'none.txt' to 'x.txt': No such file or directory
function [] = no_size()
    print filesize("a")
end
tell(no_size)
% => filesize: 'a' is a folder
function [] = no_time()
    print filetime("none.txt")
end
tell(no_time)
% => filetime: 'none.txt': No such file or directory
function [] = in_a_file()
    mkdir("z.txt/b")
end
tell(in_a_file)
% => mkdir: 'z.txt/b': Not a directory
function [] = nowhere()
    cd("none")
end
tell(nowhere)
% => cd: 'none': No such file or directory
delete("z.txt")
delete("a/b/y.txt")
rmdir("a/b")
rmdir("a")
rmdir("c")
print numel(dir("."))
% => 0
cd(above)
rmdir(own)
print exists(own)
% => 0
