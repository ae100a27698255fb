import type { ErrorCode, ResponseFlag } from '#shared/kernel/error-catalogue.ts';
import type { RowLink } from '#shared/kernel/errors.ts';
import type { Answer } from '#shared/kernel/wire.ts';

/**
 * The error of a call that the server refused or that failed. `message` is in the user's language.
 */
export class CallError extends Error {
  readonly code: ErrorCode;
  readonly flag: ResponseFlag | null;
  /** The error messages by field. */
  readonly fields: Record<string, string>;
  readonly params: Record<string, string | number | null>;
  /** The rows that cause the refusal, except rows that the user may not see. */
  readonly rows: readonly RowLink[];
  /** The HTTP status; 0 if no response came. */
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
