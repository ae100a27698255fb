import { Link } from 'react-router-dom';
import type { OutsourcingCandidate } from '#shared/answers/outside.ts';

type NamedProcess = Pick<
  OutsourcingCandidate,
  'seq' | 'name' | 'partCode' | 'partName' | 'orderCode' | 'orderId'
>;

/** Shows the name of a process with its part and its work order. If `isLinked` is true, the order is a link. */
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
