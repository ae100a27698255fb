import { Button } from '@blueprintjs/core';
import { useNavigate } from 'react-router-dom';
import { CallError } from '../wire/call-error.ts';
import { useT } from '../words/t.ts';
import './record-waiting.css';

interface RecordQuery {
  readonly isError: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

interface Props {
  /** The queries that read the record. */
  queries: readonly RecordQuery[];
  /** The address of the list of such records. */
  listPath: string;
}

const SKELETON_COUNT = 6;

/** Shows that a record is being loaded, or why it could not be loaded and what the user can do. */
export function RecordWaiting({ queries, listPath }: Props) {
  const t = useT();
  const navigate = useNavigate();
  const failedQueries = queries.filter(({ isError }) => isError);
  const hasFailed = failedQueries.length > 0;
  const isMissing = failedQueries.some(
    ({ error }) => error instanceof CallError && error.code === 'rowNotFound',
  );
  return (
    <div className="record-waiting" aria-busy={!hasFailed}>
      {hasFailed ? (
        <>
          <p>{t(isMissing ? 'error.rowNotFound' : 'error.requestFailed')}</p>
          {!isMissing && (
            <Button
              intent="primary"
              text={t('retry')}
              onClick={() => failedQueries.forEach((query) => void query.refetch())}
            />
          )}
          <Button text={t('backToList')} onClick={() => void navigate(listPath)} />
        </>
      ) : (
        Array.from({ length: SKELETON_COUNT }, (_, index) => <span key={index} className="skeleton" />)
      )}
    </div>
  );
}
