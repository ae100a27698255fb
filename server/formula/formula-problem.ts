import type { TermKey } from '#shared/terms/index.ts';

/** Why an expression is invalid, and at which character, counted from 0. */
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
