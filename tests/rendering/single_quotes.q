% A habit from another language.
name = 'Lena'
