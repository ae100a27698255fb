import { Button } from '@blueprintjs/core';
import { useT } from '#client/kit/words/t.ts';

interface Props {
  hasFailed: boolean;
  /** Whether the report has a period. If it has one, the text advises the user to choose another period. */
  hasPeriod: boolean;
  hasFilters: boolean;
  onRetry: () => void;
  onClear: () => void;
}

/** Shows why a report has no rows, and buttons for the next step. */
export function EmptyReport({ hasFailed, hasPeriod, hasFilters, onRetry, onClear }: Props) {
  const t = useT();
  return (
    <>
      <p>{t(hasFailed ? 'error.requestFailed' : hasPeriod ? 'noReportRows' : 'nothingHere')}</p>
      {hasFailed && <Button text={t('retry')} onClick={onRetry} />}
      {hasFilters && <Button text={t('clearFilters')} onClick={onClear} />}
    </>
  );
}
