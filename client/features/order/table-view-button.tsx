import { Button } from '@blueprintjs/core';
import { ThIcon } from '@blueprintjs/icons';
import { useT } from '#client/kit/words/t.ts';

interface Props {
  /** The heading of the list. */
  title: string;
  isTable: boolean;
  onChange: (isTable: boolean) => void;
}

/** Switches a list of the order page between its usual view and a table with arranged columns. */
export function TableViewButton({ title, isTable, onChange }: Props) {
  const t = useT();
  return (
    <Button
      variant="minimal"
      icon={<ThIcon />}
      active={isTable}
      aria-pressed={isTable}
      aria-label={t('asTable', { name: title })}
      title={t('asTable', { name: title })}
      onClick={() => onChange(!isTable)}
    />
  );
}
