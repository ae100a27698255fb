import { createContext } from 'react';

/** Where a widget puts what belongs into the head of its tile, as the number of its page. */
export const TileHead = createContext<HTMLElement | null>(null);
