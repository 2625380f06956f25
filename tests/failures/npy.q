% Arrays are loaded and saved.
%! reads: in.npy
%! writes: out.npy
function [] = main(input : string, output : string)
    try
        x = load(input)
        save(output, x)
        print "written"
    catch ex
        print "caught"
    end
end
