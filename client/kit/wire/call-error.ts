import type { ErrorCode, Flag, RowLink } from '#shared/kernel/errors.ts';
import type { Answer } from '#shared/kernel/wire.ts';

/** A call that was refused or failed on the way. `message` is in the user's language. */
export class CallError extends Error {
  readonly code: ErrorCode;
  readonly flag: Flag | null;
  /** The error messages by field. */
  readonly fields: Record<string, string>;
  readonly params: Record<string, string | number | null>;
  /** The affected rows, as far as the user may see them. */
  readonly rows: readonly RowLink[];
  /** The HTTP status; 0 without a response. */
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
