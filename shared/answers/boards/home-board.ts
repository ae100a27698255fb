import type { HomePreset } from '#shared/boards/home-presets.ts';

/** The data that the home page of a user needs. */
export interface HomeBoardAnswer {
  /** The preset that is set in the roles of the user; null if no role has one. */
  readonly rolePreset: HomePreset | null;
  /** The version of the user's own board; 0 if the user has never saved one. */
  readonly version: number;
  /** The user's own board as JSON text; null if the user has none. */
  readonly content: string | null;
}

/** The answer to a call that saves or resets the user's own board. */
export interface HomeBoardSaveAnswer {
  readonly version: number;
}
