% A newline is added unless the text ends in one; escapes are read in formats.
printf("a %d\n", 1)
% => a 1
printf("b %s", "two")
% => b two
printf("tab\there")
% => tab	here
% An array given to a numeric conversion prints as a whole.
printf("v = %d", [1,2,3])
% => v = [1,2,3]
