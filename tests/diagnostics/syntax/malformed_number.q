x = 12abc %~ E0003 number
