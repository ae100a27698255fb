import { Button, ProgressBar } from '@blueprintjs/core';
import { PredictiveAnalysisIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { isDay } from '#shared/rules/days.ts';
import { useDebouncedText } from '#client/kit/elements/use-debounced.ts';
import { useT } from '#client/kit/words/t.ts';
import { PromiseAnswer } from './promise-answer.tsx';
import { usePromise } from './use-promise.ts';
import './promise.css';

interface Props {
  orderId: number;
  /** The day that the order would be due. If it is not a complete day, the order is taken to have no due date. */
  dueDate: unknown;
  /** Whether the promise is computed without a press of the button, as soon as the component is shown. */
  isAskedAtOnce?: boolean;
}

/** How long the due date must stay unchanged before the promise is computed again, in milliseconds. */
const TYPING_PAUSE_MS = 400;

/**
 * Shows when the order could be delivered, after the user has pressed a button. If the due date then changes, the
 * promise is computed again.
 */
export function PromiseDate({ orderId, dueDate, isAskedAtOnce = false }: Props) {
  const t = useT();
  const [isRequested, setIsRequested] = useState(isAskedAtOnce);
  const typedDay = useDebouncedText(isDay(dueDate) ? dueDate : '', TYPING_PAUSE_MS);
  const day = typedDay === '' ? null : typedDay;
  const { data, isFetching, isError, refetch } = usePromise(orderId, day, isRequested);
  const ask = (): void => {
    if (isRequested) void refetch();
    else setIsRequested(true);
  };
  return (
    <div className="promise">
      <Button
        icon={<PredictiveAnalysisIcon />}
        text={t(data ? 'askPromiseAgain' : 'askPromise')}
        disabled={isFetching}
        onClick={ask}
      />
      <div className="promise-answer" role="status" aria-busy={isFetching}>
        {isFetching ? (
          <>
            <p className="promise-why">{t('computingPromise')}</p>
            <ProgressBar aria-label={t('computingPromise')} intent="primary" />
          </>
        ) : isError ? (
          <p className="promise-none">{t('promiseFailed')}</p>
        ) : (
          data && <PromiseAnswer promise={data} dueDate={day} />
        )}
      </div>
    </div>
  );
}
