% Arrays are loaded and saved.
%! reads: in.npz
%! writes: out.npz
function [] = main(input : string, output : string)
    try
        x = load(input)
        save(output, x)
        print "written"
    catch ex
        print "caught"
    end
end
