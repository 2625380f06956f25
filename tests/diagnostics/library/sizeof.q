% `sizeof` is about numbers.
print sizeof("text") %~ E0404 `sizeof` takes a type of numbers, a number or an array
print sizeof() %~ E0401 `sizeof` takes one argument
print sizeof(scalar, int) %~ E0401 `sizeof` takes one argument
print sizeof(unheard) %~ E0201 unheard
%! features: F417
