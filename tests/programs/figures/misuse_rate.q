%! raises: sync_framerate: -5 frames per second line 2
sync_framerate(-5)
