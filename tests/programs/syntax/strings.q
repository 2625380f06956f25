%! features: F006
% No backslash escapes in literals; a doubled quote is one quote; UTF-8 passes through.
print "H:\out\"
% => H:\out\
print "say ""hi"""
% => say "hi"
print "größe Δx 図"
% => größe Δx 図
print ""
% => 
print "a" + "b"
% => ab
