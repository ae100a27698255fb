/** The purpose of a board: a wall, or the home page of the user. */
export type BoardKind = 'wall' | 'home';

/** The classes with the colours of the place where a board is shown. */
export const SURFACE_CLASSES: Readonly<Record<BoardKind, string>> = {
  wall: 'wall-surface',
  home: 'desk-surface',
};
