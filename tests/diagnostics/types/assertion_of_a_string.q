assert("text") %~ E0307 neither true nor false
