import { countUnansweredScrap } from '#shared/ledger/answer-loss.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { LossButtons } from '#client/production/losses/loss-buttons.tsx';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import './losses.css';

interface Props {
  /** The processes that have scrapped pieces without an answer. */
  rows: readonly ProcessProgress[];
  /** Called with the process that the user presses. */
  onShow: (process: ProcessProgress) => void;
}

/**
 * Shows the processes of an order that have scrapped pieces without an answer, and the answers from which the user can
 * choose.
 */
export function OpenLosses({ rows, onShow }: Props) {
  const t = useT();
  if (rows.length === 0) return null;
  return (
    <ul className="open-losses" aria-label={t('answerScrap')}>
      {rows.map((row) => (
        <li key={row.processId}>
          <span aria-hidden="true" className="open-loss-shape">
            ◆
          </span>
          <button type="button" className="open-loss-process" onClick={() => onShow(row)}>
            <strong>{row.name}</strong> {row.partName}
          </button>
          <span className="open-loss-count">
            {t('scrapWithoutAnswer', { quantity: formatNumber(countUnansweredScrap(row)) })}
          </span>
          <span className="open-loss-answers">
            <LossButtons process={row} />
          </span>
        </li>
      ))}
    </ul>
  );
}
