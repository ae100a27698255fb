import { useState } from 'react';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { LEDGER_BUCKETS } from '#shared/ledger/process-state.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import './ledger-figures.css';

interface Props {
  process: ProcessProgress;
}

/** The quantities of a process, in the order in which the screen lists them. */
const LEDGER_QUANTITIES = [
  'plannedQuantity',
  'target',
  'arrived',
  'received',
  'receivable',
  ...LEDGER_BUCKETS,
  'excess',
  'inheritedLoss',
] as const;

/** Shows the quantities of a process in a collapsible list, which is rendered only while it is open. */
export function LedgerFigures({ process }: Props) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="ledger-figures" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{t('allQuantities')}</summary>
      {isOpen && (
        <dl>
          {LEDGER_QUANTITIES.map((name) => (
            <div key={name} className={process[name] === 0 ? 'ledger-zero' : undefined}>
              <dt>{t(name)}</dt>
              <dd>{formatNumber(process[name])}</dd>
            </div>
          ))}
        </dl>
      )}
    </details>
  );
}
