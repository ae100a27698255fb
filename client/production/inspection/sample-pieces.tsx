import { useEffect, useRef } from 'react';
import { listMissingValues, type InspectedValue, type InspectionDetail } from '#shared/quality/inspection.ts';
import { getStateStyle } from '#client/kit/elements/state-style.ts';
import { useT } from '#client/kit/words/t.ts';
import type { SamplePlace } from './use-value-entry.ts';

interface Props {
  detail: InspectionDetail;
  values: readonly InspectedValue[];
  place: SamplePlace | null;
  onChoose: (place: SamplePlace) => void;
}

/** Shows which pieces of the sample are good, bad or incomplete. A press on a piece opens its values. */
export function SamplePieces({ detail, values, place, onChoose }: Props) {
  const t = useT();
  const list = useRef<HTMLDivElement>(null);
  const shownNumber = place?.sampleNumber ?? null;
  useEffect(() => {
    list.current
      ?.querySelector('[aria-pressed="true"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [shownNumber]);
  if (detail.sampleCount === 1) return null;
  const incompleteNumbers = new Set(
    listMissingValues({ ...detail, values }).map(({ sampleNumber }) => sampleNumber),
  );
  const badNumbers = new Set(values.filter(({ isOk }) => !isOk).map(({ sampleNumber }) => sampleNumber));
  const firstSeq = detail.characteristics[0]?.seq ?? 1;
  return (
    <div ref={list} className="inspection-pieces" role="group" aria-label={t('sampleCount')}>
      {Array.from({ length: detail.sampleCount }, (_, index) => index + 1).map((number) => {
        const judgement = badNumbers.has(number)
          ? 'judgedNotOk'
          : incompleteNumbers.has(number)
            ? null
            : 'judgedOk';
        const style = judgement && getStateStyle(judgement);
        return (
          <button
            key={number}
            type="button"
            aria-pressed={number === shownNumber}
            aria-label={[t('pieceOf', { number, count: detail.sampleCount }), judgement && t(judgement)]
              .filter(Boolean)
              .join(', ')}
            onClick={() => onChoose({ seq: firstSeq, sampleNumber: number })}
          >
            {number}
            <span className={style ? `state-${style.tone}` : undefined} aria-hidden="true">
              {style?.shape ?? '·'}
            </span>
          </button>
        );
      })}
    </div>
  );
}
