import { joinWords } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useViewers } from './use-viewers.ts';
import './signing.css';

interface Props {
  exceptionId: number;
  /** The employee who looks at this page, who is left out. */
  ownId: number | null;
  workerToken?: string | null;
}

/** Shows who else looks at an exception now. */
export function Viewers({ exceptionId, ownId, workerToken = null }: Props) {
  const t = useT();
  const others = useViewers(exceptionId, workerToken).filter(({ employeeId }) => employeeId !== ownId);
  return (
    <p className="round-viewers" role="status">
      {others.length > 0 && t('viewersNow', { names: joinWords(others.map(({ name }) => name)) })}
    </p>
  );
}
