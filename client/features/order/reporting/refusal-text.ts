import type { CallError } from '#client/kit/wire/call-error.ts';
import { formatMoment } from '#client/kit/words/formats.ts';
import { t } from '#client/kit/words/t.ts';

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:?\d{2})$/;

/** Why something was refused, in words; instants in it are those of the factory's wall clock. */
export function refusalText(error: CallError, zone: string): string {
  const params = Object.entries(error.params);
  if (!params.some(([, value]) => typeof value === 'string' && INSTANT.test(value))) return error.message;
  return t(
    `error.${error.code}`,
    Object.fromEntries(
      params.map(([name, value]) => [
        name,
        typeof value === 'string' && INSTANT.test(value) ? formatMoment(value, zone) : value,
      ]),
    ),
  );
}
