"""Cuts the pictures in samples/images from the files in the scikit-image wheel.

Needs scikit-image and Pillow; run once, the results are kept in the repository.
"""
from pathlib import Path

import numpy as np
import skimage.data
from PIL import Image

FOLDER = Path(__file__).parent.parent / "images"


def save(name, pixels):
    Image.fromarray(pixels).save(FOLDER / name, optimize=True)


def noisy(pixels, sigma, seed):
    noise = np.random.default_rng(seed).normal(0, sigma, pixels.shape)
    return np.clip(np.rint(pixels + noise), 0, 255).astype(np.uint8)


save("astronaut_noisy.png", noisy(skimage.data.astronaut()[10:298, 90:378], 20, 1))
save("camera.png", skimage.data.camera())
save("rocket.png", skimage.data.rocket()[80:427, 160:520])
