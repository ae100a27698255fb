import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Db } from '../../db/database.ts';

/** The code of the first order, if the factory has none with a number. */
const FIRST_CODE = 'W-0001';
/** How many taken numbers are skipped. */
const MAX_SKIPPED_CODES = 1000;

/** Increments the last number of a code and keeps its digits: WO-0099 → WO-0100. */
function incrementCode(code: string): string | null {
  const parts = /^(.*?)(\d{1,15})(\D*)$/s.exec(code);
  if (!parts) return null;
  const [, before, digits, after] = parts as unknown as [string, string, string, string];
  return `${before}${String(Number(digits) + 1).padStart(digits.length, '0')}${after}`;
}

/** Proposes the code of the next order: it continues the numbers of the latest order. */
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
