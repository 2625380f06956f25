% The manual's own slip: no `=` part.
reduction x -> f(x) + y %~ E0120 reduction
