print 1
end %~ E0109 end
