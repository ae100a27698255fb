import { Link } from 'react-router-dom';
import type { OutsourcingCandidate } from '#shared/answers/outside.ts';

type NamedProcess = Pick<
  OutsourcingCandidate,
  'seq' | 'name' | 'partCode' | 'partName' | 'orderCode' | 'orderId'
>;

/** The name of a process with its part and its work order. `isLinked` links the order. */
export function ProcessName({ process, isLinked = false }: { process: NamedProcess; isLinked?: boolean }) {
  return (
    <span className="outsourcing-process">
      <b>
        {process.seq} {process.name}
      </b>
      <span>
        {isLinked ? <Link to={`/order/${process.orderId}`}>{process.orderCode}</Link> : process.orderCode} ·{' '}
        {process.partCode} {process.partName}
      </span>
    </span>
  );
}
