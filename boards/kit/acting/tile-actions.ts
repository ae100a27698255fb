import { createContext } from 'react';

/** The process, call or alarm that a row of a tile shows. People can act on it. */
export interface TileSubject {
  readonly kind: 'process' | 'abnormalCall' | 'alarm';
  readonly id: number;
  readonly name: string;
}

export interface TileActions {
  readonly mayActOn: (kind: TileSubject['kind']) => boolean;
  /** Opens the dialog with the actions on a row. */
  readonly open: (subject: TileSubject) => void;
}

/** The actions that tiles offer; null where nobody can act, e.g. on walls and in shared boards. */
export const TileActionsContext = createContext<TileActions | null>(null);
