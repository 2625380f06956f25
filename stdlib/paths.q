% Module: paths
% Names of files, taken apart and put together. The functions are there without an import where a program names them.
{!doc category="Files"}

% Function: fileparts
% The folder of a path, the name of the file without its extension, and the extension with its dot.
% Each may be empty: a name that begins with a dot and has no other has no extension.
% > [folder, name, extension] = fileparts("out/photo.2.png"); strcat(folder, "|", name, "|", extension) == "out|photo.2|.png"
% > [folder, name, extension] = fileparts("/.profile"); strcat(folder, "|", name, "|", extension) == "/|.profile|"
function [folder : string, name : string, extension : string] = fileparts(path : string)
    n = strlen(path)
    slash = -1
    dot = -1
    for i = 0..n-1
        c = substr(path, i, 1)
        if c == "/"
            slash = i
            dot = -1
        elseif c == "." && i > slash + 1
            dot = i
        end
    end
    if slash == 0
        folder = "/"
    elseif slash > 0
        folder = substr(path, 0, slash)
    else
        folder = ""
    end
    if dot >= 0
        name = substr(path, slash + 1, dot - slash - 1)
        extension = substr(path, dot, n - dot)
    else
        name = substr(path, slash + 1, n - slash - 1)
        extension = ""
    end
end

% Function: fullfile
% A path of a folder and a name in it. Without a folder it is the name; a name that begins with a slash stands for itself.
% > fullfile("out", "a.png") == "out/a.png"
% > fullfile("", "a.png") == "a.png"
function path : string = fullfile(folder : string, name : string)
    n = strlen(folder)
    absolute = strlen(name) > 0 && strfind(name, "/") == 0
    if n == 0 || absolute
        path = name
    elseif substr(folder, n-1, 1) == "/"
        path = strcat(folder, name)
    else
        path = strcat(folder, "/", name)
    end
end

% Function: shellquote
% A text as one word of a command for the shell, whatever is in it: for system and systemtext.
% > system(strcat("test -z ", shellquote(""))) == 0
% > systemtext(strcat("echo ", shellquote("a  b'c"))) == "a  b'c"
function word : string = shellquote(s : string)
    word = strcat("'", strrep(s, "'", "'\''"), "'")
end
