import { joinWords } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useViewers } from './use-viewers.ts';
import './signing.css';

interface Props {
  exceptionId: number;
  /** The id of the employee who looks at this page. The text leaves out this employee. */
  ownId: number | null;
  workerToken?: string | null;
}

/** Shows who else looks at an exception now. */
export function Viewers({ exceptionId, ownId, workerToken = null }: Props) {
  const t = useT();
  const otherViewers = useViewers(exceptionId, workerToken).filter(({ employeeId }) => employeeId !== ownId);
  return (
    <p className="round-viewers" role="status">
      {otherViewers.length > 0 && t('viewersNow', { names: joinWords(otherViewers.map(({ name }) => name)) })}
    </p>
  );
}
