//! NVRTC and the CUDA driver behind one safe facade.
