% A table is read and written.
%! reads: in.csv
%! writes: out.csv
function [] = main(input : string, output : string)
    try
        x = csvread(input)
        csvwrite(output, x)
        print "written"
    catch ex
        print "caught"
    end
end
