import { createContext } from 'react';

/** The element in the head of a tile into which a widget can render, such as its page number. */
export const TileHead = createContext<HTMLElement | null>(null);
