import { makeError } from '#shared/kernel/errors.ts';
import type { StudyState } from '#shared/msa/study.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import type { Transaction } from '../../db/transaction.ts';

/** What happens to a study. Each event is possible while the study is open. */
type StudyEvent = 'enterValues' | 'concludeStudy' | 'cancelStudy';

/** Locks an open study. @throws rowNotFound, studyState */
export async function lockOpenStudy(tx: Transaction, id: number, event: StudyEvent) {
  const study = await tx.db
    .selectFrom('gaugeStudy')
    .select([
      'id',
      'version',
      'updatedBy',
      'updatedAt',
      'code',
      'state',
      'decimals',
      'lowerLimit',
      'upperLimit',
      'partCount',
      'trialCount',
    ])
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!study) throw makeError('rowNotFound');
  if (study.state !== 'studyOpen')
    throw makeError('studyState', {
      code: study.code,
      state: markAsTerm(study.state),
      event: markAsTerm(event),
    });
  return study;
}

/** The columns of a study that its events write. */
type EventValues = Partial<{
  state: StudyState;
  grrPercent: number | null;
  tolerancePercent: number | null;
  ndc: number | null;
  concludedAt: string;
  reason: string;
}>;

/** Writes values of a study, logs the event and announces the change. @returns the new version */
export async function writeStudy(
  tx: Transaction,
  study: { id: number; version: number; state: StudyState },
  event: StudyEvent,
  values: EventValues,
  logged: Record<string, unknown> = values,
): Promise<number> {
  const version = study.version + 1;
  await tx.db
    .updateTable('gaugeStudy')
    .set({ ...values, version, updatedAt: tx.now, updatedBy: tx.name })
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', study.id)
    .execute();
  tx.announce('quality', 'gaugeStudy', [study.id]);
  tx.log({
    entity: 'gaugeStudy',
    id: study.id,
    action: event,
    before: { state: study.state },
    after: logged,
  });
  return version;
}
