import { Button } from '@blueprintjs/core';
import { LayoutGridIcon } from '@blueprintjs/icons';
import { createColumnSettings } from '#shared/rules/columns.ts';
import { hasPermission, type Permission } from '#shared/kernel/permissions.ts';
import { DropDown } from '#client/kit/elements/drop-down.tsx';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { ColumnEditor, type TitledColumn } from './column-editor.tsx';
import { useSaveDefaultColumns } from './use-column-setting.ts';
import type { ListColumns } from './use-list-columns.ts';

interface Props<C extends TitledColumn> {
  listName: string;
  columns: ListColumns<C>;
  /**
   * The names of columns that the user cannot choose, because the page shows their values in another way or
   * the values are the same in all rows.
   */
  omittedNames?: readonly string[];
  /** The permission that saving the columns for the whole factory requires. */
  arrangePermission: Permission;
}

/**
 * Edits the columns of a list for the user. A user with `arrangePermission` can also save the
 * columns for the whole factory.
 */
export function ColumnPicker<C extends TitledColumn>({
  listName,
  columns,
  omittedNames = [],
  arrangePermission,
}: Props<C>) {
  const t = useT();
  const user = useUser();
  const saveDefault = useSaveDefaultColumns(listName);
  const { setting } = columns;
  const offeredColumns = columns.columns.filter(({ name }) => !omittedNames.includes(name));
  const saveOfferedColumns = (next: readonly C[]) =>
    columns.arrange([...next, ...columns.columns.filter(({ name }) => omittedNames.includes(name))]);
  const saveAsDefault = async () => {
    if (
      !setting ||
      !(await saveDefault(setting.factoryDefault.version, createColumnSettings(columns.columns)))
    )
      return;
    columns.reset();
    showSuccess(t('defaultColumnsSaved'));
  };
  const content = (
    <div className="column-popover" role="group" aria-label={t('columns')}>
      <ColumnEditor label={t('columns')} columns={offeredColumns} onChange={saveOfferedColumns} />
      <footer>
        <Button
          size="small"
          variant="minimal"
          text={t('ownColumnsReset')}
          disabled={!columns.isArrangedByUser}
          onClick={columns.reset}
        />
        {hasPermission(user, arrangePermission) && (
          <Button
            size="small"
            variant="minimal"
            text={t('ownColumnsAsDefault')}
            disabled={!setting || !columns.isArrangedByUser}
            onClick={() => void saveAsDefault()}
          />
        )}
      </footer>
    </div>
  );
  return (
    <DropDown isDialog content={content}>
      <Button variant="minimal" icon={<LayoutGridIcon />} text={t('columns')} />
    </DropDown>
  );
}
