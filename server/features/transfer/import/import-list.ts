import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { ImportVerdict } from '#shared/answers/transfer.ts';
import type { RawAnswer, RawCall } from '../../../call/raw-route.ts';
import { tryImport, writeImport } from './apply-import.ts';
import { dropFile, findFile, keepFile } from './kept-files.ts';
import { mapColumns } from './map-columns.ts';
import type { Import, Plan } from './plan.ts';
import { planImport } from './plan-import.ts';
import { readWorkbook } from '../workbook/read-workbook.ts';

/** What a workbook would do; `mapping`: the material column mapping that it was read by. */
interface Planned {
  its: Import;
  plan: Plan;
  mapping: string | null;
}

const verdict = ({ plan, mapping }: Planned, file: string | null, written: boolean): ImportVerdict => ({
  file,
  written,
  added: plan.added,
  changed: plan.changed,
  unchanged: plan.unchanged,
  problemCount: plan.problems.count,
  problems: plan.problems.inOrder(),
  frequent: plan.problems.mostFrequent(),
  ignored: plan.ignored,
  mapping,
});

async function planOf(call: RawCall, entity: EntityDeclaration, path: string): Promise<Planned> {
  const { db, user, lang, signal, progress } = call;
  const its: Import = { db, user, lang, signal, entity, progress };
  progress({ phase: 'reading', done: 0, total: null });
  const sheets = await readWorkbook(path, signal, (done) =>
    progress({ phase: 'reading', done, total: null }),
  );
  const read =
    entity.name === 'material'
      ? await mapColumns(db, user.factoryId, lang, sheets)
      : { sheets, mapping: null };
  return { its, plan: await planImport(its, read.sheets), mapping: read.mapping };
}

const actorOf = ({ user, origin }: RawCall) => ({
  factoryId: user.factoryId,
  accountId: user.accountId,
  name: user.name,
  ip: origin.ip,
});

/**
 * Checks a workbook as if it were written, and says what is wrong with it; where nothing is, it is kept to be written.
 * @throws tooLarge, fileType, fileProtected, fileUnreadable, fileUnpacksTooLarge, importTooMany
 */
export async function checkImport(call: RawCall, entity: EntityDeclaration): Promise<RawAnswer> {
  const { id, path } = await keepFile(call);
  let keep = false;
  try {
    const planned = await planOf(call, entity, path);
    const { its, plan } = planned;
    if (plan.problems.count === 0) await tryImport(its, actorOf(call), plan);
    keep = plan.problems.count === 0 && plan.rows.length > 0;
    return { data: verdict(planned, keep ? id : null, false) };
  } finally {
    if (!keep) await dropFile(path);
  }
}

/**
 * Writes a workbook that was checked: all of it, or nothing. What has changed since then is seen again.
 * @throws importFileGone, importRunning, and what a save refuses
 */
export async function writeChecked(call: RawCall, entity: EntityDeclaration): Promise<RawAnswer> {
  const path = await findFile(call, new URLSearchParams(call.body.toString('utf8')).get('file'));
  const planned = await planOf(call, entity, path);
  const { its, plan } = planned;
  const fine = plan.problems.count === 0;
  if (fine) await writeImport(its, actorOf(call), plan);
  await dropFile(path);
  return { data: verdict(planned, null, fine) };
}

/** Forgets a workbook that was checked and is not to be written. */
export async function dropChecked(call: RawCall): Promise<RawAnswer> {
  await dropFile(await findFile(call, new URLSearchParams(call.body.toString('utf8')).get('file')));
  return { data: null };
}
