print $traget("gpu") %~ E0204 there is no meta function `$traget`
