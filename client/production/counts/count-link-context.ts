import { createContext } from 'react';
import type { WorkCount } from '#shared/answers/work-counts.ts';

/** The function that returns the address of the counted rows. Walls and shared boards have no links. */
export const CountLinkContext = createContext<(workCount: WorkCount) => string | undefined>(() => undefined);
