%! raises: title: there is no figure yet line 2
title("a")
