import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import type { OutsourcingDetail } from '#shared/answers/outside.ts';
import type { Entity } from '#shared/entities/index.ts';
import { CallError } from '#client/kit/wire/call-error.ts';
import { useT } from '#client/kit/words/t.ts';
import { OutsourcingForm } from './outsourcing-form.tsx';
import { OutsourcingPage } from './outsourcing-page.tsx';
import { useOutsourcing } from './use-outsourcing.ts';
import './outsourcing.css';

interface LoadedProps {
  order: Entity<'outsourcingOrder'>;
  detail: OutsourcingDetail;
}

/** Shows the page of an order, or the form to change it. */
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
  const t = useT();
  const navigate = useNavigate();
  const { id: idText = '' } = useParams();
  const id = /^[1-9]\d{0,15}$/.test(idText) ? Number(idText) : 0;
  const { order, detail } = useOutsourcing(id);
  if (order.data && detail.data)
    return <LoadedOutsourcing key={id} order={order.data} detail={detail.data} />;
  const failure = [order, detail].find(({ isError }) => isError);
  const isMissing = failure?.error instanceof CallError && failure.error.code === 'rowNotFound';
  return (
    <div className="outsourcing-waiting" aria-busy={!failure}>
      {failure ? (
        <>
          <p>{t(isMissing ? 'error.rowNotFound' : 'error.requestFailed')}</p>
          {!isMissing && (
            <Button
              intent="primary"
              text={t('retry')}
              onClick={() => void Promise.all([order.refetch(), detail.refetch()])}
            />
          )}
          <Button text={t('backToList')} onClick={() => void navigate('/outsourcing')} />
        </>
      ) : (
        Array.from({ length: 6 }, (_, index) => <span key={index} className="skeleton" />)
      )}
    </div>
  );
}
