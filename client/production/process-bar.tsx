import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { calculateDeliveredQuantity } from '#shared/ledger/ledger.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import './progress-bar.css';
import './process-bar.css';

interface Props {
  process: ProcessProgress;
}

/**
 * The quantities that the bar shows as stripes, in this order. The stripes differ in colour
 * or pattern.
 */
const STRIPE_QUANTITIES = [
  'good',
  'concession',
  'inWork',
  'reworkOpen',
  'inRework',
  'hold',
  'scrap',
] as const;

/**
 * Shows the delivered and the planned quantity of a process, its pieces in work and its scrap, and a bar of the
 * quantities in `STRIPE_QUANTITIES`.
 */
export function ProcessBar({ process }: Props) {
  const t = useT();
  const totalQuantity = Math.max(
    process.plannedQuantity,
    STRIPE_QUANTITIES.reduce((total, name) => total + process[name], 0),
    1,
  );
  const stripes = STRIPE_QUANTITIES.filter((name) => process[name] > 0);
  const deliveredQuantity = calculateDeliveredQuantity(process);
  return (
    <div className="process-bar">
      <div className="process-numbers">
        <span>
          <strong>{formatNumber(deliveredQuantity)}</strong> / {formatNumber(process.plannedQuantity)}
        </span>
        {process.inWork > 0 && (
          <span className="process-inwork">
            {t('inWork')} {formatNumber(process.inWork)}
          </span>
        )}
        {process.scrap > 0 && (
          <span className="process-scrap">
            {t('scrap')} {formatNumber(process.scrap)}
          </span>
        )}
      </div>
      <div
        className="progress-track"
        role="progressbar"
        aria-label={t('progressOf', { name: process.name })}
        aria-valuenow={Math.min(deliveredQuantity, process.plannedQuantity)}
        aria-valuemin={0}
        aria-valuemax={process.plannedQuantity}
      >
        {stripes.map((name) => (
          <span
            key={name}
            className={`stripe stripe-${name}`}
            style={{ inlineSize: `${(100 * process[name]) / totalQuantity}%` }}
            title={`${t(name)} ${formatNumber(process[name])}`}
          />
        ))}
      </div>
    </div>
  );
}
