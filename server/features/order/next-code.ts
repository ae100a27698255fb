import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Db } from '../../db/database.ts';

/** The code that is proposed if there is no order yet, or if the code of the latest order has no number. */
const FIRST_CODE = 'W-0001';
/** The maximum number of taken codes that are skipped. */
const MAX_SKIPPED_CODES = 1000;

/**
 * Increments the last number of a code and keeps its leading zeros: WO-0099 → WO-0100. Returns null if the code has
 * no number.
 */
function incrementCode(code: string): string | null {
  const parts = /^(.*?)(\d{1,15})(\D*)$/s.exec(code);
  if (!parts) return null;
  const [, before, digits, after] = parts as unknown as [string, string, string, string];
  return `${before}${String(Number(digits) + 1).padStart(digits.length, '0')}${after}`;
}

/**
 * Proposes a code for the next order: the code of the latest order, with its last number incremented until the code
 * is free.
 */
export async function proposeOrderCode(db: Db, { factoryId }: CurrentUser): Promise<{ code: string }> {
  const latest = await db
    .selectFrom('workOrder')
    .select('code')
    .where('factoryId', '=', factoryId)
    .where('deletedAt', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  let code = (latest && incrementCode(latest.code)) ?? FIRST_CODE;
  for (let skipped = 0; skipped < MAX_SKIPPED_CODES; skipped++) {
    const taken = await db
      .selectFrom('workOrder')
      .select('id')
      .where('factoryId', '=', factoryId)
      .where('code', '=', code)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (!taken) break;
    code = incrementCode(code)!;
  }
  return { code };
}
