import { Button } from '@blueprintjs/core';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { BackwardTrace, ForwardTrace } from '#shared/quality/recall.ts';
import { CallError } from '#client/kit/wire/call-error.ts';
import { useT } from '#client/kit/words/t.ts';
import {
  makeRecallSearch,
  makeTraceFields,
  readRecallAddress,
  type RecallAddress,
} from '#client/production/recall/recall-address.ts';
import { BackwardResult } from './backward-result.tsx';
import { ForwardResult } from './forward-result.tsx';
import { RecallForm } from './recall-form.tsx';
import { useRecallClock, useTrace } from './use-recall.ts';
import '#client/crud/page-head.css';
import './recall.css';

/** Shows why a trace failed. After a temporary failure, the user can try again. */
function TraceFailure({
  error,
  address: { origin, value },
  onRetry,
}: {
  error: Error;
  address: RecallAddress;
  onRetry: () => void;
}) {
  const t = useT();
  const code = error instanceof CallError ? error.code : 'requestFailed';
  const words =
    code === 'rowNotFound' && origin === 'card'
      ? t('nothingToTrace', { code: value ?? '' })
      : (error as CallError).message;
  return (
    <div className="recall-note" role="alert">
      <h2>{words}</h2>
      {(code === 'requestFailed' || code === 'timedOut') && <Button text={t('retry')} onClick={onRetry} />}
    </div>
  );
}

/**
 * Traces suspect pieces forward to their places, or backward to their origins. The address of the page stores what is
 * traced. A timer measures the time until the table is complete.
 */
export function RecallScreen() {
  const t = useT();
  const [search, setSearch] = useSearchParams();
  const address = useMemo(() => readRecallAddress(search), [search]);
  const fields = makeTraceFields(address);
  const isBackward = address.direction === 'traceBackward';
  const forward = useTrace<ForwardTrace>('forward', isBackward ? null : fields);
  const backward = useTrace<BackwardTrace>('backward', isBackward ? fields : null);
  const shownTrace = isBackward ? backward : forward;
  const { span, begin } = useRecallClock(
    shownTrace.data !== undefined && !shownTrace.isFetching,
    fields !== null,
  );
  const trace = (next: RecallAddress) => {
    begin();
    const nextSearch = makeRecallSearch(next);
    if (nextSearch.toString() === makeRecallSearch(address).toString()) void shownTrace.refetch();
    else setSearch(nextSearch);
  };
  return (
    <section className="screen" aria-label={t('recall')}>
      <header className="page-head">
        <h1>{t('recall')}</h1>
      </header>
      <div className="recall-body" aria-busy={shownTrace.isFetching}>
        <RecallForm
          address={address}
          busy={shownTrace.isFetching}
          onInput={begin}
          onDirection={(direction) => {
            begin();
            setSearch(makeRecallSearch({ direction, origin: 'card', value: null, from: null, to: null }));
          }}
          onTrace={trace}
        />
        {fields === null && (
          <div className="recall-note">
            <h2>{t(isBackward ? 'recallBackwardTitle' : 'recallForwardTitle')}</h2>
            <p>{t(isBackward ? 'recallBackwardHint' : 'recallForwardHint')}</p>
          </div>
        )}
        {fields !== null && shownTrace.isPending && <span className="skeleton recall-skeleton" />}
        {shownTrace.isError && (
          <TraceFailure
            error={shownTrace.error}
            address={address}
            onRetry={() => void shownTrace.refetch()}
          />
        )}
        {fields && forward.data && (
          <ForwardResult
            key={search.toString()}
            trace={forward.data}
            fields={fields}
            span={span}
            onRefresh={() => void forward.refetch()}
          />
        )}
        {fields && backward.data && (
          <BackwardResult
            key={search.toString()}
            trace={backward.data}
            fields={fields}
            span={span}
            onRefresh={() => void backward.refetch()}
          />
        )}
      </div>
    </section>
  );
}
