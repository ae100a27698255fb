import type { TermKey } from '#shared/terms/index.ts';
import type { StateStyle } from '#client/kit/elements/state-style.ts';
import type { CellState } from './load-columns.ts';

/** The colour, the shape and the word of each state of a cell. */
export const CELL_STYLES: Readonly<Record<CellState, StateStyle & { readonly words: TermKey }>> = {
  overloaded: { shape: '■', tone: 'stop', words: 'overloaded' },
  noCapacity: { shape: '▲', tone: 'stop', words: 'noCapacity' },
  nearlyFull: { shape: '◆', tone: 'late', words: 'nearlyFull' },
  hasRoom: { shape: '●', tone: 'running', words: 'hasRoom' },
  free: { shape: '', tone: 'idle', words: 'noLoadHere' },
};

/** The states that the legend explains. */
export const LEGEND_STATES: readonly CellState[] = ['overloaded', 'noCapacity', 'nearlyFull', 'hasRoom'];
