function [] = first()
    {!command} %~ E0413 the command `first` and `main`
    print 1
end
function [] = main()
    print 2
end
