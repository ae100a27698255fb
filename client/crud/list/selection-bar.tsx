import { Button } from '@blueprintjs/core';
import { CrossIcon } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { useT } from '#client/kit/words/t.ts';
import './list-page.css';

interface Props {
  count: number;
  onClear: () => void;
  /** The buttons of the actions. They stay rendered while the bar is hidden. */
  children: ReactNode;
}

/** The bar with the actions for the selected rows. It is hidden while no row is selected. */
export function SelectionBar({ count, onClear, children }: Props) {
  const t = useT();
  return (
    <div className="selection-bar" role="toolbar" aria-label={t('selectionBar')} hidden={count === 0}>
      <span role="status">{count > 0 && t('selectedCount', { count })}</span>
      {children}
      <Button variant="minimal" icon={<CrossIcon />} text={t('clearSelection')} onClick={onClear} />
    </div>
  );
}
