% A module of the library that imports another one comes in front of the program, whose `main` is called.
function [] = main()
    path = tempfolder() + "/s.toml"
    tomlwrite(path, dictionary("a", 1.5))
    print strtrim(fileread(path)), " ", tomlread(path, dictionary[string, scalar]())["a"]
    % => a = 1.5 1.5
end
