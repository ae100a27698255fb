import { getStateStyle } from '#client/kit/elements/state-style.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import '#client/kit/elements/state-mark.css';

/**
 * Shows beside the state of a process how many of its pieces are at a supplier. Shows nothing if there are
 * none.
 */
export function OutsourcedMark({ quantity }: { quantity: number }) {
  const t = useT();
  if (quantity <= 0) return null;
  const { shape, tone } = getStateStyle('outsourced');
  return (
    <span className={`state-mark state-${tone}`}>
      <span className="state-shape" aria-hidden="true">
        {shape}
      </span>
      {t('outsourced')} {formatNumber(quantity)}
    </span>
  );
}
