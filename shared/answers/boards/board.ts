import type { BoardDifference } from '#shared/boards/compare-boards.ts';
import type { BoardPreset } from '#shared/boards/preset-names.ts';

/** The data of a board that its page and its export need. */
export interface BoardAnswer {
  readonly id: number;
  readonly version: number;
  readonly name: string;
  readonly edition: number;
  /** The board as JSON text. */
  readonly content: string;
  /** Whether the reader may change, share and delete the board. */
  readonly mayChange: boolean;
}

/** A stored version of a board. */
export interface BoardEdition {
  readonly edition: number;
  readonly savedAt: string;
  readonly savedBy: string;
  readonly tileCount: number;
  /** The version whose content was saved again; null if the content was new. */
  readonly restoredFrom: number | null;
}

/** The stored versions of a board, the newest first. */
export interface BoardEditions {
  readonly id: number;
  readonly version: number;
  readonly editions: readonly BoardEdition[];
}

export interface BoardComparison {
  readonly differences: readonly BoardDifference[];
}

/** The content of a large screen: a board of the factory, or else a preset. */
export interface LargeScreenAnswer {
  readonly preset: BoardPreset;
  readonly board: { readonly name: string; readonly content: string } | null;
}
