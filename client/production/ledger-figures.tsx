import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { BUCKETS } from '#shared/ledger/process-state.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import './ledger-figures.css';

interface Props {
  process: ProcessProgress;
}

/** The ledger in the order in which pieces pass through it. */
const FIGURES = [
  'plannedQuantity',
  'target',
  'arrived',
  'received',
  'receivable',
  ...BUCKETS,
  'excess',
  'inheritedLoss',
] as const;

/** Every quantity of a process, on demand. */
export function LedgerFigures({ process }: Props) {
  const t = useT();
  return (
    <details className="ledger-figures">
      <summary>{t('allQuantities')}</summary>
      <dl>
        {FIGURES.map((name) => (
          <div key={name} className={process[name] === 0 ? 'ledger-zero' : undefined}>
            <dt>{t(name)}</dt>
            <dd>{formatNumber(process[name])}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
