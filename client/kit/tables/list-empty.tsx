import { Button } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { useT } from '../words/t.ts';

interface Props {
  /** Whether the list could not be read. */
  failed: boolean;
  onRetry: () => void;
  /** Removes the filters; absent if none is set. */
  onClear?: (() => void) | undefined;
  /** The message for a list that is empty without filters. */
  children?: ReactNode;
}

/** Tells why a list shows no rows, and what the user can do next. */
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
