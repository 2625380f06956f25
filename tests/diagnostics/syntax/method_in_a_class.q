type point : class
    x : scalar
    function y = norm(self : point) %~ E0119 class
        y = self.x
    end
    y : scalar
end
