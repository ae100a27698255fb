import { Button } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { useT } from '../words/t.ts';

interface Props {
  /** It could not be read. */
  failed: boolean;
  onRetry: () => void;
  /** Takes the filters away; absent where none narrows the list. */
  onClear?: (() => void) | undefined;
  /** What is said where there really is nothing. */
  children?: ReactNode;
}

/** What stands in place of rows: why there are none, and what to do next. */
export function ListEmpty({ failed, onRetry, onClear, children }: Props) {
  const t = useT();
  if (failed) {
    return (
      <>
        <p>{t('error.requestFailed')}</p>
        <Button text={t('retry')} onClick={onRetry} />
      </>
    );
  }
  if (!onClear) return children;
  return (
    <>
      <p>{t('nothingMatches')}</p>
      <Button text={t('clearFilters')} onClick={onClear} />
    </>
  );
}
