import type { TermKey } from '#shared/terms/index.ts';

/**
 * The error of an expression that is invalid or gives no usable result. `at` is the index of the wrong
 * character, from 0.
 */
export class FormulaProblem extends Error {
  readonly reason: TermKey & `formula.${string}`;
  readonly at: number;

  constructor(reason: TermKey & `formula.${string}`, at: number) {
    super(reason);
    this.name = 'FormulaProblem';
    this.reason = reason;
    this.at = at;
  }
}
