import { useT } from '#client/kit/words/t.ts';
import { useZone } from '#client/kit/words/use-zone.ts';
import { lateBy, type OrderDates } from './late-by.ts';
import { lateWords } from './late-words.ts';
import { useNow } from '#client/kit/live/use-now.ts';
import './late.css';

interface Props {
  order: OrderDates;
}

/** Late by or ahead by, as a list shows it: shape, colour and words. */
export function LateMark({ order }: Props) {
  const t = useT();
  const zone = useZone();
  const now = useNow(60_000);
  const late = lateBy(order, now, zone);
  if (!late) return <span className="nothing">—</span>;
  const { term, days, tone } = lateWords(late);
  return (
    <span className={`late-mark late-${tone}`}>
      {tone !== 'calm' && (
        <span className="late-shape" aria-hidden="true">
          ◆
        </span>
      )}
      {t(term, { days })}
    </span>
  );
}
