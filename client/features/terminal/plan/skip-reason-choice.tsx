import { useState } from 'react';
import type { SkippedLine } from '#shared/answers/daily-plan.ts';
import { useT } from '#client/kit/words/t.ts';
import { EntityRowButtons } from '../row-buttons.tsx';

/** Why other work is started than what the released plan has next. */
export interface SkipReason {
  readonly skipReasonId: number | null;
  readonly skipReason: string;
}

const MAX_REASON_LENGTH = 200;

/** Keeps the reason that a person gives for skipping lines of the released plan. */
export function useSkipReason(skipped: readonly SkippedLine[]) {
  const [reasonId, setReasonId] = useState<number | null | undefined>(undefined);
  const [words, setWords] = useState('');
  const isAsked = skipped.length > 0;
  const isChosen = typeof reasonId === 'number';
  const reason: SkipReason | null = isAsked
    ? { skipReasonId: reasonId ?? null, skipReason: isChosen ? '' : words.trim() }
    : null;
  return {
    isMissing: isAsked && !isChosen && words.trim() === '',
    fields: reason ?? {},
    reasonId,
    setReasonId,
    words,
    setWords,
  };
}

interface Props {
  skipped: readonly SkippedLine[];
  reason: ReturnType<typeof useSkipReason>;
  workerToken: string | null;
}

/** Says what the released plan has next, and asks why other work is started first. Nothing is asked if nothing is skipped. */
export function SkipReasonChoice({ skipped, reason, workerToken }: Props) {
  const t = useT();
  const [next] = skipped;
  if (!next) return null;
  return (
    <div className="skip-reason" role="group" aria-label={t('skipReason')}>
      <p className="floor-stuck" role="status">
        <span aria-hidden="true">{'▲'}</span>{' '}
        {t('skipAsks', { name: next.name, part: next.partName, order: next.orderCode })}
      </p>
      <EntityRowButtons
        title="skipReason"
        entity="classification"
        filter={{ classId: 'skipReason' }}
        noneLabel="skipOtherReason"
        value={reason.reasonId}
        workerToken={workerToken}
        onChange={reason.setReasonId}
      />
      {typeof reason.reasonId !== 'number' && (
        <label className="floor-remark">
          {t('skipReasonInWords')}
          <input
            value={reason.words}
            maxLength={MAX_REASON_LENGTH}
            onChange={(event) => reason.setWords(event.target.value)}
          />
        </label>
      )}
    </div>
  );
}
