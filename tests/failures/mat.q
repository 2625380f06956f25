% Arrays are loaded and saved.
%! reads: in.mat
%! writes: out.mat
function [] = main(input : string, output : string)
    try
        x = load(input)
        save(output, x)
        print "written"
    catch ex
        print "caught"
    end
end
