import { createContext } from 'react';

/** How many pixels of the screen a logical pixel of the stage takes: what is drawn on a canvas must be as sharp. */
export const StageScale = createContext(1);
