import { useState } from 'react';
import type { SkippedLine } from '#shared/answers/daily-plan.ts';
import { useT } from '#client/kit/words/t.ts';
import { EntityRowButtons } from '../row-buttons.tsx';

/** The reason why a person starts other work than the next line of the released plan: an id, or a text. */
export interface SkipReason {
  readonly skipReasonId: number | null;
  readonly skipReason: string;
}

const MAX_REASON_LENGTH = 200;

/** Holds the reason that a person gives for skipping lines of the released plan. */
export function useSkipReason(skipped: readonly SkippedLine[]) {
  const [reasonId, setReasonId] = useState<number | null | undefined>(undefined);
  const [reasonText, setReasonText] = useState('');
  const isRequired = skipped.length > 0;
  const isChosen = typeof reasonId === 'number';
  const reason: SkipReason | null = isRequired
    ? { skipReasonId: reasonId ?? null, skipReason: isChosen ? '' : reasonText.trim() }
    : null;
  return {
    isMissing: isRequired && !isChosen && reasonText.trim() === '',
    fields: reason ?? {},
    reasonId,
    setReasonId,
    reasonText,
    setReasonText,
  };
}

interface Props {
  skipped: readonly SkippedLine[];
  reason: ReturnType<typeof useSkipReason>;
  workerToken: string | null;
}

/** Shows the next line of the released plan, and asks why the person skips it. Shows nothing if no line is skipped. */
export function SkipReasonChoice({ skipped, reason, workerToken }: Props) {
  const t = useT();
  const [nextLine] = skipped;
  if (!nextLine) return null;
  return (
    <div className="skip-reason" role="group" aria-label={t('skipReason')}>
      <p className="floor-stuck" role="status">
        <span aria-hidden="true">{'▲'}</span>{' '}
        {t('skipAsks', { name: nextLine.name, part: nextLine.partName, order: nextLine.orderCode })}
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
            value={reason.reasonText}
            maxLength={MAX_REASON_LENGTH}
            onChange={(event) => reason.setReasonText(event.target.value)}
          />
        </label>
      )}
    </div>
  );
}
