%! features: F023
break %~ E0320 loop
