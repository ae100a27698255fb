import { formatNumber } from '#client/kit/words/formats.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { OutsourcedMark } from '#client/production/outsourced-mark.tsx';
import { useT } from '#client/kit/words/t.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import './report-form.css';

interface Props {
  process: ProcessProgress;
}

const SHOWN_QUANTITIES = ['receivable', 'machinable', 'inWork', 'good'] as const;

/** Shows the process of a report, the part, and the current quantities. */
export function ReportedProcess({ process }: Props) {
  const t = useT();
  return (
    <div className="report-about">
      <div>
        <strong>
          {process.seq} {process.name}
        </strong>{' '}
        · {process.partName} <StateMark state={process.state} />{' '}
        <OutsourcedMark quantity={process.outsourced} />
      </div>
      <dl>
        {SHOWN_QUANTITIES.map((name) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd>{formatNumber(process[name])}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
