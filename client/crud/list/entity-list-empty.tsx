import { Button } from '@blueprintjs/core';
import { ListEmpty } from '#client/kit/tables/list-empty.tsx';
import { isTerm, useT } from '#client/kit/words/t.ts';

interface Props {
  hasFailed: boolean;
  isFiltered: boolean;
  /** The name of the listed entity in the user's language. */
  name: string;
  /**
   * The declared name of the entity. If the term `empty.<entity>` exists, it explains the purpose of the
   * entity.
   */
  entity: string;
  onRetry: () => void;
  onClear: () => void;
  /** Adds a row; absent if the user may not add rows. */
  onAdd?: (() => void) | undefined;
}

/** Shows in an empty list what the user can do next. */
export function EmptyEntityList({ hasFailed, isFiltered, name, entity, onRetry, onClear, onAdd }: Props) {
  const t = useT();
  const term = `empty.${entity}`;
  return (
    <ListEmpty failed={hasFailed} onRetry={onRetry} onClear={isFiltered ? onClear : undefined}>
      <p className="empty-title">{t('noneYet', { name })}</p>
      {isTerm(term) && <p className="empty-words">{t(term)}</p>}
      {onAdd && <Button intent="primary" text={t('addNamed', { name })} onClick={onAdd} />}
    </ListEmpty>
  );
}
