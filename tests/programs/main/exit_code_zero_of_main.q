% 0 is the exit code of a program that went well.
function code = main()
    print "well"
    code = 0
end
% => well
