import type { TermKey } from '#shared/terms/index.ts';
import type { StateStyle } from '#client/kit/elements/state-style.ts';
import type { CellState } from '#shared/planning/load-columns.ts';

/** The colour, the shape and the term of each state of a cell. */
export const CELL_STYLES: Readonly<Record<CellState, StateStyle & { readonly term: TermKey }>> = {
  overloaded: { shape: '■', tone: 'stop', term: 'overloaded' },
  noCapacity: { shape: '▲', tone: 'stop', term: 'noCapacity' },
  nearlyFull: { shape: '◆', tone: 'late', term: 'nearlyFull' },
  hasRoom: { shape: '●', tone: 'running', term: 'hasRoom' },
  free: { shape: '', tone: 'idle', term: 'noLoadHere' },
};

/** The states that the legend explains. */
export const LEGEND_STATES: readonly CellState[] = ['overloaded', 'noCapacity', 'nearlyFull', 'hasRoom'];
