% Several mistakes in one run.
x = 1 + * 2
y = (3
z = 4 4
