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
% Where more conversions are left than arguments, arrays are their elements.
printf("%.1f %.2f|%d\n", [0.25,1.5], 3)
% => 0.2 1.50|3
printf("%s %s %d%%\n", ["a","b"], [[7]])
% => a b 7%
printf("%d %d\n", [1,2], [3,4])
% => [1,2] [3,4]
