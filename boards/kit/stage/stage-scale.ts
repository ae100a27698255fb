import { createContext } from 'react';

/** The number of CSS pixels per logical pixel of the stage. A canvas needs it to draw sharply. */
export const StageScaleContext = createContext(1);
