import type { TermKey } from '#shared/terms/index.ts';

/**
 * The error of an expression that is invalid or gives no usable result. `index` is the position of
 * the wrong character, from 0.
 */
export class FormulaProblem extends Error {
  readonly reason: TermKey & `formula.${string}`;
  readonly index: number;

  constructor(reason: TermKey & `formula.${string}`, index: number) {
    super(reason);
    this.name = 'FormulaProblem';
    this.reason = reason;
    this.index = index;
  }
}
