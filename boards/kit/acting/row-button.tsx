import { useContext } from 'react';
import { useT } from '#client/kit/words/t.ts';
import { TileActionsContext, type TileSubject } from './tile-actions.ts';

/** Covers a row with a button that opens the actions on the row, if the person may act on it. */
export function RowButton({ subject }: { subject: TileSubject }) {
  const t = useT();
  const actions = useContext(TileActionsContext);
  if (!actions?.mayActOn(subject.kind)) return null;
  const label = t('actOn', { name: subject.name });
  return (
    <button
      type="button"
      className="row-button"
      aria-label={label}
      title={label}
      onClick={() => actions.open(subject)}
    />
  );
}
