import { useState } from 'react';
import type { OutsourcingDetail } from '#shared/answers/outside.ts';
import type { Entity } from '#shared/entities/index.ts';
import { useRecordId } from '#client/kit/pages/record-id.ts';
import { RecordWaiting } from '#client/kit/pages/record-waiting.tsx';
import { OutsourcingForm } from './outsourcing-form.tsx';
import { OutsourcingPage } from './outsourcing-page.tsx';
import { useOutsourcing } from './use-outsourcing.ts';
import './outsourcing.css';

interface LoadedProps {
  order: Entity<'outsourcingOrder'>;
  detail: OutsourcingDetail;
}

/** Shows an outsourcing order, or the form that changes the order. */
function LoadedOutsourcing({ order, detail }: LoadedProps) {
  const [isChanging, setIsChanging] = useState(false);
  return isChanging ? (
    <OutsourcingForm
      order={order}
      lines={detail.lines}
      code={order.code}
      onSaved={() => setIsChanging(false)}
      onCancel={() => setIsChanging(false)}
    />
  ) : (
    <OutsourcingPage order={order} detail={detail} onChange={() => setIsChanging(true)} />
  );
}

/** Shows one outsourcing order: its processes, what is at the supplier, and its movements. */
export function OutsourcingScreen() {
  const id = useRecordId();
  const { order, detail } = useOutsourcing(id);
  if (order.data && detail.data)
    return <LoadedOutsourcing key={id} order={order.data} detail={detail.data} />;
  return <RecordWaiting queries={[order, detail]} listPath="/outsourcing" />;
}
