x = (1, 2) %~ E0116 parentheses
