x = [1,2;3,4] %~ E0101 expected `,` or `]`
