%! raises: hold: it is "on" or "off", not "of" line 2
hold("of")
