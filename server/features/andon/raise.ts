import { sql } from 'kysely';
import { fail } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { OPEN_CALL_STATES } from '#shared/machines/abnormal-call.ts';
import { refuseOtherClasses } from '../../crud/classification-values.ts';
import { lockReferences } from '../../crud/references.ts';
import { lockName } from '../../db/lock.ts';
import type { Work } from '../../db/work.ts';
import { callFields } from './call-fields.ts';

/** What somebody says who calls for help. */
interface Raised {
  typeId: number;
  stops: boolean;
  processId: number | null;
  deviceId: number | null;
  description: string | null;
  picture: number | null;
}

/** What was uploaded was looked at by its content; here only a picture will do. */
async function refuseNoPicture(work: Work, picture: number): Promise<void> {
  const kept = await work.db
    .selectFrom('storedFile')
    .select('mediaType')
    .where('factoryId', '=', work.factoryId)
    .where('id', '=', picture)
    .executeTakeFirstOrThrow();
  if (!kept.mediaType.startsWith('image/'))
    throw fail('fileType', {}, { picture: { reason: 'notAReference' } });
}

/** The group that is called: of the device, else of the process, else of the device that the process is planned on. */
async function groupOf(work: Work, { processId, deviceId }: Raised): Promise<number | null> {
  const found = await sql<{ id: number | null }>`
    select coalesce(d.work_group_id, p.work_group_id, planned.work_group_id) as id
    from (select ${deviceId}::bigint as device_id, ${processId}::bigint as process_id) at
    left join device d on d.factory_id = ${work.factoryId} and d.id = at.device_id
    left join process p on p.factory_id = ${work.factoryId} and p.id = at.process_id
    left join device planned on planned.factory_id = ${work.factoryId} and planned.id = p.device_id`.execute(
    work.db,
  );
  return found.rows[0]?.id ?? null;
}

/**
 * Whoever stands beside the one who called need not call again: of one type at one place there is one open call,
 * and another only where the work has come to a stop since.
 * @throws callAlreadyOpen
 */
async function refuseSecond(work: Work, { typeId, stops, processId, deviceId }: Raised): Promise<void> {
  const same = await work.db
    .selectFrom('abnormalCall as c')
    .leftJoin('employee as e', (on) =>
      on.onRef('e.factoryId', '=', 'c.factoryId').onRef('e.id', '=', 'c.raisedById'),
    )
    .select(['c.code', 'c.createdBy', 'e.name'])
    .where('c.factoryId', '=', work.factoryId)
    .where('c.deletedAt', 'is', null)
    .where('c.state', 'in', [...OPEN_CALL_STATES])
    .where('c.typeId', '=', typeId)
    .where('c.deviceId', 'is not distinct from', deviceId)
    .where(deviceId === null ? sql<boolean>`c.process_id = ${processId}` : sql<boolean>`true`)
    .where(stops ? sql<boolean>`c.stops` : sql<boolean>`true`)
    .executeTakeFirst();
  if (same) throw fail('callAlreadyOpen', { name: same.name ?? same.createdBy, code: same.code });
}

/** The next number of the factory's day, as people read it out: A261121-07. */
async function nextCode(work: Work, zone: string): Promise<string> {
  const day = await sql<{ prefix: string }>`
    select 'A' || to_char(${work.now}::timestamptz at time zone ${zone}, 'YYMMDD') as prefix`.execute(
    work.db,
  );
  const prefix = day.rows[0]!.prefix;
  const last = await sql<{ last: number }>`
    select coalesce(max(split_part(code, '-', 2)::integer), 0) as last from abnormal_call
    where factory_id = ${work.factoryId} and raised_at > ${work.now}::timestamptz - interval '2 days'
      and split_part(code, '-', 1) = ${prefix}`.execute(work.db);
  return `${prefix}-${String(last.rows[0]!.last + 1).padStart(2, '0')}`;
}

/**
 * Calls for help at a device or a process.
 * @throws callWithoutPlace, referenceMissing, fieldsInvalid, fileType, callAlreadyOpen
 */
export async function raise(work: Work, user: CurrentUser, input: Raised) {
  if (input.processId === null && input.deviceId === null)
    throw fail('callWithoutPlace', {}, { deviceId: { reason: 'required' } });
  await lockReferences(work, callFields, { ...input });
  await refuseOtherClasses(work, callFields, { ...input });
  if (input.picture !== null) await refuseNoPicture(work, input.picture);
  // Numbers are given out one after the other, and two who press at once are told of each other.
  await lockName(work, 'addedCall');
  await refuseSecond(work, input);
  const made = await work.db
    .insertInto('abnormalCall')
    .values({
      factoryId: work.factoryId,
      createdBy: work.name,
      updatedBy: work.name,
      code: await nextCode(work, user.zone),
      ...input,
      workGroupId: await groupOf(work, input),
      raisedAt: work.now,
      raisedById: user.employeeId,
    })
    .returning(['id', 'version', 'code', 'state', 'raisedAt'])
    .executeTakeFirstOrThrow();
  work.announce('andon', 'abnormalCall', [made.id]);
  work.log({ entity: 'abnormalCall', id: made.id, action: 'raise', after: { ...input, code: made.code } });
  return made;
}
