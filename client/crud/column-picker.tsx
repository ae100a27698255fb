import { Button, Checkbox, PopoverNext, PopupKind } from '@blueprintjs/core';
import { LayoutGridIcon } from '@blueprintjs/icons';
import type { Column } from '#client/kit/tables/column.ts';
import { useT } from '#client/kit/t.ts';

interface Props {
  columns: readonly Pick<Column<unknown>, 'name' | 'title'>[];
  hidden: ReadonlySet<string>;
  onToggle: (column: string) => void;
}

/** Chooses which columns a list shows. */
export function ColumnPicker({ columns, hidden, onToggle }: Props) {
  const t = useT();
  const content = (
    <div className="filter-popover" role="group" aria-label={t('columns')}>
      <div className="filter-checks">
        {columns.map((column) => (
          <Checkbox
            key={column.name}
            checked={!hidden.has(column.name)}
            label={column.title}
            onChange={() => onToggle(column.name)}
          />
        ))}
      </div>
    </div>
  );
  return (
    <PopoverNext
      placement="bottom-end"
      arrow={false}
      animation="minimal"
      popupKind={PopupKind.DIALOG}
      content={content}
    >
      <Button variant="minimal" icon={<LayoutGridIcon />} text={t('columns')} />
    </PopoverNext>
  );
}
