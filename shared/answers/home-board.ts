import type { HomePreset } from '#shared/boards/home-presets.ts';

/** What the home page of a user needs. */
export interface HomeBoardAnswer {
  /** The home page that the roles of the user name; null if they name none. */
  readonly rolePreset: HomePreset | null;
  /** The version of the user's own board; 0 if the user has never saved one. */
  readonly version: number;
  /** The user's own board as JSON text; null if the user has none. */
  readonly content: string | null;
}

/** The answer to a call that saves or resets the user's own board. */
export interface HomeBoardSaved {
  readonly version: number;
}
