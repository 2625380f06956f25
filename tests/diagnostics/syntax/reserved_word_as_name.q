function y = for(x) %~ E0101 reserved word
    y = x
end
