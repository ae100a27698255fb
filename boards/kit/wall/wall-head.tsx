import type { ReactNode } from 'react';
import { formatTime } from '#client/kit/words/formats.ts';
import { useLiveState } from '#client/kit/live/live.ts';
import { useVisitor } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { WallClock } from './wall-clock.tsx';

const CONNECTION_DOWN_SHAPE = '■';

interface Props {
  title: string;
  /** The content between the title and the time. */
  children?: ReactNode;
}

/** Shows the factory, the board title, the time and a lost connection at the top of a wall. */
export function WallHead({ title, children }: Props) {
  const t = useT();
  const zone = useTimeZone();
  const { session } = useVisitor();
  const { state, since } = useLiveState();
  return (
    <header className="wall-head">
      <h1 className="wall-name">
        {session?.user.factoryName}
        <small>{title}</small>
      </h1>
      {state === 'down' && (
        <span className="wall-banner" role="alert">
          <span className="wall-shape" aria-hidden="true">
            {CONNECTION_DOWN_SHAPE}
          </span>
          {t('liveDownSince', { time: formatTime(since, zone) })}
        </span>
      )}
      {children}
      <WallClock />
    </header>
  );
}
