% Names of modifiers and pragmas that are nearly right.
#pragma loop_paralelizer off
x : vec'cirular = [1,2,3]
