import { Button } from '@blueprintjs/core';
import { FloppyDiskIcon } from '@blueprintjs/icons';
import { useMemo, useState } from 'react';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { getArrangeColumnsPermission } from '#shared/rules/column-arrangement.ts';
import { resolveColumns, createColumnSettings, type ColumnSetting } from '#shared/rules/columns.ts';
import { ColumnEditor } from '#client/crud/columns/column-editor.tsx';
import { getTitledColumns, type EntityColumn } from '#client/crud/columns/entity-columns.tsx';
import { useSaveDefaultColumns, type ListColumnSettings } from '#client/crud/columns/use-column-setting.ts';
import { useLeaveGuard } from '#client/kit/forms/use-leave-guard.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';

interface Props {
  entity: EntityDeclaration;
  setting: ListColumnSettings;
}

/** Edits the default columns of a list for all users of the factory. */
export function DefaultColumns({ entity, setting }: Props) {
  const t = useT();
  const user = useUser();
  const saveDefault = useSaveDefaultColumns(entity.name);
  const [draft, setDraft] = useState<{ version: number; columns: readonly EntityColumn[] } | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  useLeaveGuard(draft !== null);
  const { customs: customColumns, factoryDefault } = setting;
  const declaredColumns = useMemo(
    () => getTitledColumns(entity, customColumns, t),
    [entity, customColumns, t],
  );
  const storedColumns = useMemo(
    () => resolveColumns(declaredColumns, factoryDefault.columns, []),
    [declaredColumns, factoryDefault.columns],
  );
  const mayArrange = hasPermission(user, getArrangeColumnsPermission(entity));
  const changeDraft = (columns: readonly EntityColumn[]) =>
    // The draft keeps the version from the start of the edit. The save sends this version, so that the
    // server can detect a concurrent save.
    setDraft({ version: draft?.version ?? factoryDefault.version, columns });
  const saveColumns = async (version: number, columns: readonly ColumnSetting[]) => {
    setIsSaving(true);
    const isSaved = await saveDefault(version, columns);
    setIsSaving(false);
    setDraft(null);
    if (isSaved) showSuccess(t('saved'));
  };
  return (
    <section className="column-panel" aria-labelledby="default-columns">
      <header>
        <h2 id="default-columns">{t('columnsDefault')}</h2>
        <p>{t('columnsDefaultHint')}</p>
      </header>
      <div className="column-panel-body">
        <ColumnEditor
          label={t('columnsDefault')}
          columns={draft?.columns ?? storedColumns}
          onChange={changeDraft}
          hasWidthInputs
          disabled={!mayArrange}
        />
      </div>
      {mayArrange && (
        <footer>
          <Button
            variant="minimal"
            text={t('columnsReset')}
            disabled={isSaving || (draft === null && factoryDefault.columns.length === 0)}
            onClick={() => void saveColumns(factoryDefault.version, [])}
          />
          <Button text={t('discard')} disabled={draft === null || isSaving} onClick={() => setDraft(null)} />
          <Button
            intent="primary"
            icon={<FloppyDiskIcon />}
            text={t('save')}
            loading={isSaving}
            disabled={draft === null}
            onClick={() =>
              draft && void saveColumns(draft.version, createColumnSettings(draft.columns, declaredColumns))
            }
          />
        </footer>
      )}
    </section>
  );
}
