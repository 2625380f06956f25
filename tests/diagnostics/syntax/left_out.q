% `~` stands for an output in the brackets of several targets only.
x = ~ 1          %~ E0001 unexpected character `~`
