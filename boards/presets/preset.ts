import type { TermKey } from '#shared/terms/index.ts';
import type { Board } from '../kit/board.ts';

/** A board that ships with the product. */
export interface Preset {
  readonly title: TermKey;
  readonly board: Board;
}
