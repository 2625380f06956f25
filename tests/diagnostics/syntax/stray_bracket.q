x = 1 + 2) %~ E0106 bracket
