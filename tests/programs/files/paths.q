% Paths taken apart and put together; the parts of a path, put together, are the path.
function [] = tell(path : string)
    [folder, name, extension] = fileparts(path)
    print "<", folder, "> <", name, "> <", extension, "> ", fullfile(folder, strcat(name, extension)) == path
end
% => <out> <photo> <.png> 1
% => <> <photo> <.png> 1
% => </a/b> <photo.2> <.tif> 1
% => </> <photo> <> 1
% => <a.b> <photo> <> 1
% => <a> <.profile> <> 1
% => <a> <> <> 1
% => <> <> <> 1
% => <> <größe> <.ä> 1
tell("out/photo.png")
tell("photo.png")
tell("/a/b/photo.2.tif")
tell("/photo")
tell("a.b/photo")
tell("a/.profile")
tell("a/")
tell("")
tell("größe.ä")
print fullfile("a/", "b"), fullfile("a", "/b"), fullfile("/", "b")
% => a/b/b/b
% Words of a shell's command, whatever is in them.
print shellquote("a b"), shellquote("it's"), shellquote("")
% => 'a b''it'\''s'''
print systemtext(strcat("printf '%s|' ", shellquote("a  b"), " ", shellquote("$HOME"), " ", shellquote("it's")))
% => a  b|$HOME|it's|
