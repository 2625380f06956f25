% Arrays are loaded and saved.
%! reads: in.dat
%! writes: out.dat
function [] = main(input : string, output : string)
    try
        x = load(input)
        save(output, x)
        print "written"
    catch ex
        print "caught"
    end
end
