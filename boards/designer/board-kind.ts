/** The purpose of a board: a wall, or the home page of the user. */
export type BoardKind = 'wall' | 'home';

/** The CSS classes that set the colours of a board: those of a wall, or those of the home page. */
export const SURFACE_CLASSES: Readonly<Record<BoardKind, string>> = {
  wall: 'wall-surface',
  home: 'desk-surface',
};
