% A dictionary would be a value of its own.
itself = dictionary() %~ E0344 the values of this dictionary would contain the dictionary itself
itself["a"] = itself

% Through another one.
outer = dictionary() %~ E0344 the values of this dictionary would contain the dictionary itself
inner = dictionary() %~ E0344 the values of this dictionary would contain the dictionary itself
outer["in"] = inner
inner["out"] = outer
