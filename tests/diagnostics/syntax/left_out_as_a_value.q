y = [~, 3]       %~ E0201 unknown name `~`
