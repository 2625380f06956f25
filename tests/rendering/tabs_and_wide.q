% Columns after a tab and after wide characters.
	s = "図 größe" ]
