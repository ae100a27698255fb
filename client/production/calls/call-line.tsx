import type { OpenCall } from '#shared/answers/open-call.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { getStateStyle } from '#client/kit/elements/state-style.ts';
import { ElapsedTime } from './elapsed.tsx';
import './call-line.css';

interface Props {
  call: OpenCall;
}

/** Shows an open call in one line, with its type, state and elapsed time. */
export function CallLine({ call }: Props) {
  const { shape, tone } = getStateStyle(call.stops ? 'down' : 'raised');
  return (
    <div className={`call-line state-${tone}`}>
      <span className="call-line-what">
        <span aria-hidden="true">{shape}</span> {call.typeName}
      </span>
      <StateMark state={call.state} />
      <ElapsedTime since={call.raisedAt} />
    </div>
  );
}
