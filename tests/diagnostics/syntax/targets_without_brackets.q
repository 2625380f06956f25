a, b = size(zeros(2,3)) %~ E0117 brackets
