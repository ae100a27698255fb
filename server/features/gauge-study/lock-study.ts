import { makeError } from '#shared/kernel/errors.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import type { Transaction } from '../../db/transaction.ts';
import { lockRow } from '../../db/lock.ts';

/** The events of a study. Each event is allowed only while the study is open. */
type StudyEvent = 'enterValues' | 'concludeStudy' | 'cancelStudy';

/** Locks an open study. @throws rowNotFound, studyState */
export async function lockOpenStudy(tx: Transaction, id: number, event: StudyEvent) {
  const study = await lockRow(tx, 'gaugeStudy', id, [
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
  ]);
  if (study.state !== 'studyOpen')
    throw makeError('studyState', {
      code: study.code,
      state: markAsTerm(study.state),
      event: markAsTerm(event),
    });
  return study;
}
