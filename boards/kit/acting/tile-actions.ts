import { createContext } from 'react';

/** What a row of a tile stands for, if somebody can act on it. */
export interface TileSubject {
  readonly kind: 'process' | 'abnormalCall';
  readonly id: number;
  readonly name: string;
}

export interface TileActions {
  readonly mayActOn: (kind: TileSubject['kind']) => boolean;
  /** Opens the dialog with the actions on a row. */
  readonly open: (subject: TileSubject) => void;
}

/** The actions that tiles offer; null on walls, in shared boards and wherever tiles only show. */
export const TileActionsContext = createContext<TileActions | null>(null);
