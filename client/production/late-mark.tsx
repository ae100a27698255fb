import { latenessOf, type OrderDates } from '#shared/rules/lateness.ts';
import { useT } from '#client/kit/words/t.ts';
import { useZone } from '#client/kit/words/use-zone.ts';
import { lateWords } from './late-words.ts';
import { useNow } from '#client/kit/live/use-now.ts';
import './late.css';

interface Props {
  order: OrderDates;
}

/** Shows how late or early an order is, by shape, colour and text. */
export function LateMark({ order }: Props) {
  const t = useT();
  const zone = useZone();
  const now = useNow(60_000);
  const late = latenessOf(order, now, zone);
  if (!late) return <span className="nothing">—</span>;
  const { phrases, tone } = lateWords(late);
  const texts = phrases.map(({ term, days }) => t(term, { days }));
  return (
    <span className={`late-mark late-${tone}`} title={texts.join(' · ')}>
      {tone !== 'calm' && (
        <span className="late-shape" aria-hidden="true">
          ◆
        </span>
      )}
      {texts[0]}
      {texts.slice(1).map((text) => (
        <span key={text} className="late-also">
          <span className="late-dot"> · </span>
          {text}
        </span>
      ))}
    </span>
  );
}
