print [1,2] * [3,4] %~ E0309 product of two vectors
