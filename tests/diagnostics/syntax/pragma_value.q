#pragma loop_parallelizer maybe %~ E0101 on
