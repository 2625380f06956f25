function [] = first()
    {!command}
    print 1
end
function [] = second()
    {!command name="first"} %~ E0413 two commands `first`
    print 2
end
function [] = third()
    {!command name="two words"} %~ E0413 cannot be the name of a command
    print 3
end
