error() %~ E0401 `error` takes a message
