/** Pixels of a guide's picture for each pixel of the screen. */
export const PICTURE_SCALE = 1.5;
