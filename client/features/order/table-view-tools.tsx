import { Button } from '@blueprintjs/core';
import { ThIcon } from '@blueprintjs/icons';
import type { ComponentProps } from 'react';
import { ListTools } from '#client/crud/list/list-tools.tsx';
import { EntityExport } from '#client/crud/transfer/entity-export.tsx';
import { useT } from '#client/kit/words/t.ts';

interface Props extends ComponentProps<typeof ListTools> {
  isTable: boolean;
  onTable: (isTable: boolean) => void;
  /** Whether the export button shows only its icon while the list is not shown as a table. */
  compact?: boolean;
}

/**
 * Switches a list of the order's page between its usual view and a table, and exports the list. In the
 * table view, the user can also arrange the columns.
 */
export function TableViewTools({ isTable, onTable, compact = false, ...listProps }: Props) {
  const t = useT();
  const label = t('asTable', { name: listProps.title });
  return (
    <>
      <Button
        variant="minimal"
        icon={<ThIcon />}
        active={isTable}
        aria-pressed={isTable}
        aria-label={label}
        title={label}
        onClick={() => onTable(!isTable)}
      />
      {isTable ? (
        <ListTools {...listProps} />
      ) : (
        <EntityExport
          name={listProps.name}
          filter={listProps.filter}
          title={listProps.title}
          isCompact={compact}
        />
      )}
    </>
  );
}
