import type { ProcessProgressRow } from '#shared/answers/progress-query.ts';
import { LedgerFigures } from '#client/production/ledger-figures.tsx';
import { ProcessBar } from '#client/production/process-bar.tsx';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { OutsourcedMark } from '#client/production/outsourced-mark.tsx';
import { ProcessActivity } from '#client/production/process-table/process-activity.tsx';
import './process-cards.css';

interface Props {
  label: string;
  rows: readonly ProcessProgressRow[];
  /** Whether the processes may belong to several orders. Each card then shows its order. */
  hasSeveralOrders: boolean;
}

/** Shows the processes of the process table as cards, for narrow screens. */
export function ProcessCards({ label, rows, hasSeveralOrders }: Props) {
  const hasManyParts = new Set(rows.map((row) => row.partId)).size > 1;
  return (
    <ul className="progress-cards" aria-label={label}>
      {rows.map((row) => (
        <li key={row.processId}>
          {(hasSeveralOrders || hasManyParts) && (
            <span className="card-part">
              {[hasSeveralOrders && row.orderCode, row.partName].filter(Boolean).join(' · ')}
            </span>
          )}
          <span className="card-line">
            <strong>
              {row.seq} {row.name}
            </strong>
            <StateMark state={row.state} /> <OutsourcedMark quantity={row.outsourced} />
          </span>
          <ProcessBar process={row} />
          <ProcessActivity process={row} />
          <LedgerFigures process={row} />
        </li>
      ))}
    </ul>
  );
}
