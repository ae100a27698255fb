import type { ErrorCode, Flag, RowLink } from '#shared/kernel/errors.ts';
import type { Answer } from '#shared/kernel/wire.ts';

/** A call that was refused or did not arrive. `message` is in the reader's language. */
export class CallError extends Error {
  readonly code: ErrorCode;
  readonly flag: Flag | null;
  /** What is wrong, by field, in words. */
  readonly fields: Record<string, string>;
  readonly params: Record<string, string | number | null>;
  /** The rows that it is about, as far as the person may see them. */
  readonly rows: readonly RowLink[];
  /** The HTTP status; 0 where no answer arrived. */
  readonly status: number;

  constructor(answer: Omit<Extract<Answer, { success: false }>, 'success'>, status: number) {
    super(answer.message);
    this.name = 'CallError';
    this.code = answer.code as ErrorCode;
    this.flag = answer.flag;
    this.fields = answer.fields ?? {};
    this.params = answer.params ?? {};
    this.rows = answer.rows ?? [];
    this.status = status;
  }
}
