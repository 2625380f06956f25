% Script statements run first, then main.
function [] = main()
    print "main"
end
print "script"
% => script
% => main
