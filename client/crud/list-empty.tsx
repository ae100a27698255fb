import { Button } from '@blueprintjs/core';
import { useT } from '#client/kit/t.ts';

interface Props {
  failed: boolean;
  filtered: boolean;
  /** What the list is of. */
  name: string;
  onRetry: () => void;
  onClear: () => void;
  /** Absent where the person may not add any. */
  onAdd?: (() => void) | undefined;
}

/** What an empty list says to do next. */
export function ListEmpty({ failed, filtered, name, onRetry, onClear, onAdd }: Props) {
  const t = useT();
  if (failed) {
    return (
      <>
        <p>{t('error.requestFailed')}</p>
        <Button text={t('retry')} onClick={onRetry} />
      </>
    );
  }
  if (filtered) {
    return (
      <>
        <p>{t('nothingMatches')}</p>
        <Button text={t('clearFilters')} onClick={onClear} />
      </>
    );
  }
  return (
    <>
      <p>{t('noneYet', { name })}</p>
      {onAdd && <Button intent="primary" text={t('addNamed', { name })} onClick={onAdd} />}
    </>
  );
}
