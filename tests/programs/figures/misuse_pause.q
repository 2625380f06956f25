%! raises: pause: -1 milliseconds are no time between 0 and a day line 2
pause(-1)
