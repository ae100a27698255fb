import { createContext } from 'react';

/** Physical pixels per logical pixel of the stage; a canvas needs it to draw sharply. */
export const StageScaleContext = createContext(1);
