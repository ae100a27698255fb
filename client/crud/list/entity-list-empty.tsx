import { Button } from '@blueprintjs/core';
import { ListEmpty } from '#client/kit/tables/list-empty.tsx';
import { isTerm, useT } from '#client/kit/words/t.ts';

interface Props {
  failed: boolean;
  filtered: boolean;
  /** What the list is of. */
  name: string;
  /** The entity; `empty.` with its name is the term that says what it is for, where there is one. */
  entity: string;
  onRetry: () => void;
  onClear: () => void;
  /** Absent where the person may not add any. */
  onAdd?: (() => void) | undefined;
}

/** What an empty list of an entity says to do next. */
export function EntityListEmpty({ failed, filtered, name, entity, onRetry, onClear, onAdd }: Props) {
  const t = useT();
  const words = `empty.${entity}`;
  return (
    <ListEmpty failed={failed} onRetry={onRetry} onClear={filtered ? onClear : undefined}>
      <p className="empty-title">{t('noneYet', { name })}</p>
      {isTerm(words) && <p className="empty-words">{t(words)}</p>}
      {onAdd && <Button intent="primary" text={t('addNamed', { name })} onClick={onAdd} />}
    </ListEmpty>
  );
}
