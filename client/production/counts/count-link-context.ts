import { createContext } from 'react';
import type { WorkCount } from '#shared/answers/work-counts.ts';

/** Returns the address of the rows that are counted; undefined if there is none. Walls and shared boards have no links. */
export const CountLinkContext = createContext<(counted: WorkCount) => string | undefined>(() => undefined);
