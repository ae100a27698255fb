import { calculateLateness, type OrderDates } from '#shared/rules/lateness.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { describeLateness } from './describe-lateness.ts';
import { useServerTime } from '#client/kit/live/use-server-time.ts';
import './late.css';

interface Props {
  order: OrderDates;
}

/** Shows how late or early an order is, by shape, colour and text. */
export function LateMark({ order }: Props) {
  const t = useT();
  const zone = useTimeZone();
  const now = useServerTime(60_000);
  const late = calculateLateness(order, now, zone);
  if (!late) return <span className="nothing">—</span>;
  const { phrases, tone } = describeLateness(late);
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
