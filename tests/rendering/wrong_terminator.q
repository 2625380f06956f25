% The word of another block.
while x < 3
    x += 1
endfor
