% Settings are read and written.
%! reads: in.toml
%! writes: out.toml
function [] = main(input : string, output : string)
    try
        d = tomlread(input, dictionary[string, vec]())
        tomlwrite(output, d)
        print "written"
    catch ex
        print "caught"
    end
end
