import { calculateLateness, type Lateness, type OrderLatenessData } from '#shared/rules/lateness.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { translateLateness, describeLateness } from './describe-lateness.ts';
import { useServerTime } from '#client/kit/live/use-server-time.ts';
import './late.css';

/** Shows by shape, colour and text how late or early an order is. */
export function LateMark({ order }: { order: OrderLatenessData }) {
  const zone = useTimeZone();
  const now = useServerTime(60_000);
  return <LatenessText lateness={calculateLateness(order, now, zone)} />;
}

/** Shows a calculated lateness, such as 'Overdue 1 d · expected +2 d'; '—' for null. */
export function LatenessText({ lateness }: { lateness: Lateness | null }) {
  const t = useT();
  if (!lateness) return <span className="nothing">—</span>;
  const { tone } = describeLateness(lateness);
  const texts = translateLateness(lateness, t);
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
