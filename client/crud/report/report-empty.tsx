import { Button } from '@blueprintjs/core';
import { useT } from '#client/kit/words/t.ts';

interface Props {
  failed: boolean;
  /** Whether the report has a period. Another period may have rows. */
  hasPeriod: boolean;
  filtered: boolean;
  onRetry: () => void;
  onClear: () => void;
}

/** Shows in an empty report what the user can do next. */
export function EmptyReport({ failed, hasPeriod, filtered, onRetry, onClear }: Props) {
  const t = useT();
  return (
    <>
      <p>{t(failed ? 'error.requestFailed' : hasPeriod ? 'noReportRows' : 'nothingHere')}</p>
      {failed && <Button text={t('retry')} onClick={onRetry} />}
      {filtered && <Button text={t('clearFilters')} onClick={onClear} />}
    </>
  );
}
