print sqroot(4) %~ E0204 sqroot
