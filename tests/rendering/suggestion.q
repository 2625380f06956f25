% An unknown modifier, with the nearest known one.
x : mat'miror = zeros(2,2)
