import { createContext } from 'react';

/**
 * The element in the head of a tile where a widget can show something, for example its page number.
 */
export const TileHeadContext = createContext<HTMLElement | null>(null);
