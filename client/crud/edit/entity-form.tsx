import { Button } from '@blueprintjs/core';
import { FloppyDiskIcon, TrashIcon } from '@blueprintjs/icons';
import { useEffect, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { ENTITY_VERBS, type EntityDeclaration } from '#shared/kernel/entity.ts';
import { getFieldLabel, type Field as FieldDeclaration } from '#shared/kernel/fields.ts';
import { hasPermission, getActionPermission } from '#shared/kernel/permissions.ts';
import { addCustomFields, type CustomColumn } from '#shared/rules/columns.ts';
import { findClassificationClass } from '#shared/entities/classification-ref.ts';
import { findFormName } from '#shared/entities/forms.ts';
import { getShownFields, type FormField } from '#shared/rules/form-setting.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FieldValue } from '#client/kit/fields/field-value.tsx';
import { formatMoment } from '#client/kit/words/formats.ts';
import { FormArea } from '#client/kit/forms/form-context.tsx';
import { useArrangedFormFields } from '#client/kit/forms/use-arranged-form.ts';
import { useForm } from '#client/kit/forms/use-form.ts';
import { toMidSentence } from '#client/kit/words/mid-sentence.ts';
import { useSetPageName } from '#client/kit/pages/page-name.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import type { AnyRow } from '../row.ts';
import { makeHistoryStateOfAddedRow, type EntityPage } from '../entity-page.ts';
import { groupFields } from './field-groups.ts';
import { useDeleteRows } from './use-delete.ts';
import { getEditableFields } from './editable-fields.ts';
import { useLeaveGuard } from '#client/kit/forms/use-leave-guard.ts';
import { useRecordEditor } from './use-record-editor.tsx';
import { toFormValues } from './form-values.ts';

/**
 * Returns the entity with the fields of the form as the factory has arranged them, followed by the
 * derived fields. Without an arrangement, the entity stays as it is.
 */
function arrangeEntityFields(
  entity: EntityDeclaration,
  arrangedFields: readonly FormField[] | null,
): EntityDeclaration {
  if (!arrangedFields) return entity;
  const derivedEntries = Object.entries(entity.fields).filter(([name]) => entity.derived?.includes(name));
  return { ...entity, fields: { ...getShownFields(arrangedFields), ...Object.fromEntries(derivedEntries) } };
}

/** A table in a form needs a wider form if it has at least this many columns. */
const MIN_WIDE_TABLE_COLUMNS = 5;

/** Whether a field is a table that needs a wider form. All groups of a form have the same width. */
const isWideTable = ({ kind, of }: FieldDeclaration): boolean =>
  kind === 'lines' && Object.keys(of ?? {}).length >= MIN_WIDE_TABLE_COLUMNS;

interface Props {
  page: EntityPage;
  /** The custom columns of the entity. */
  customColumns: readonly CustomColumn[];
  /** The row as last read; null for a new row. */
  row: AnyRow | null;
  parentId: number | null;
}

/**
 * Shows the form of one record: grouped fields, the save bar, and the comparison with a newer
 * version.
 */
export function EntityForm({ page, customColumns, row, parentId }: Props) {
  const { fixedFieldValue, actions: Actions } = page;
  const entityWithCustomColumns = useMemo(
    () => addCustomFields(page.entity, customColumns),
    [page.entity, customColumns],
  );
  const editableFields = useMemo(() => getEditableFields(entityWithCustomColumns), [entityWithCustomColumns]);
  const { arrangedFields } = useArrangedFormFields(
    findFormName(entityWithCustomColumns.name),
    editableFields,
  );
  const entity = useMemo(
    () => arrangeEntityFields(entityWithCustomColumns, arrangedFields),
    [entityWithCustomColumns, arrangedFields],
  );
  const t = useT();
  const zone = useTimeZone();
  const user = useUser();
  const navigate = useNavigate();
  const fields = useMemo(() => getEditableFields(entity), [entity]);
  const form = useForm(
    fields,
    row
      ? // The values include hidden fields, because the factory may show those fields while the page is open.
        toFormValues(editableFields, row)
      : {
          ...(fixedFieldValue ? { [fixedFieldValue.field]: fixedFieldValue.value } : {}),
          ...(entity.parentField && parentId ? { [entity.parentField]: parentId } : {}),
        },
  );
  const deleteRows = useDeleteRows(entity);
  const allowLeaving = useLeaveGuard(form.dirty);
  const { base, setBase, isSaving, submit, openComparison, dialog } = useRecordEditor(
    entity,
    fields,
    form,
    row,
    (saved, isNew) => {
      form.reset(toFormValues(editableFields, saved));
      if (!isNew) return;
      allowLeaving();
      void navigate(page.editPath(saved), { replace: true, state: makeHistoryStateOfAddedRow(saved) });
    },
  );
  const newerRow = row && base && row.version > base.version ? row : null;

  // A newer version of the row replaces the form values at once, unless the user has changed something or a
  // save is running.
  useEffect(() => {
    if (!newerRow || form.dirty || isSaving) return;
    form.reset(toFormValues(editableFields, newerRow));
    setBase(newerRow);
  }, [newerRow, form, editableFields, isSaving, setBase]);

  const isLocked = (base && page.isLocked?.(base)) ?? false;
  const mayChange =
    !isLocked &&
    (entity.verbs ?? ENTITY_VERBS).includes('save') &&
    hasPermission(user, getActionPermission(entity.permission, base ? 'MODIFY' : 'ADD'));
  const mayDelete =
    base !== null &&
    !isLocked &&
    (entity.verbs ?? ENTITY_VERBS).includes('delete') &&
    hasPermission(user, getActionPermission(entity.permission, 'DELETE'));
  const name = base ? String(base.labels[entity.shownAs] ?? base[entity.shownAs] ?? base.id) : '';
  const singleRecordTitle = page.isSingle && t(page.title);
  const title =
    singleRecordTitle || base
      ? singleRecordTitle || name
      : t('newNamed', { name: toMidSentence(t(entity.name as never)) });

  useSetPageName(singleRecordTitle ? '' : title);

  /** Whether a field that the user may not change shows its value in a disabled input, not as plain text. */
  const isShownDisabled = (field: string) =>
    page.inputs?.[field] !== undefined || findClassificationClass(fields[field]!) !== undefined;

  const deleteAndLeave = async () => {
    if (!base || !(await deleteRows([base.id], name))) return;
    allowLeaving();
    await navigate(page.listPath);
  };
  return (
    <section className="edit-page">
      <header className="page-head">
        <h1>{title}</h1>
        <div className="page-actions">
          {base && Actions && <Actions page={page} row={base} dirty={form.dirty} />}
          {mayDelete && (
            <Button
              variant="minimal"
              intent="danger"
              icon={<TrashIcon />}
              text={t('delete')}
              onClick={() => void deleteAndLeave()}
            />
          )}
        </div>
      </header>
      {newerRow && form.dirty && (
        <div className="notice edit-notice" role="status">
          <span>
            {t('staleText', { by: newerRow.updatedBy, at: formatMoment(newerRow.updatedAt, zone) })}
          </span>
          <Button size="small" text={t('staleCompare')} onClick={() => openComparison(newerRow)} />
        </div>
      )}
      {isLocked && <div className="notice edit-notice">{t(page.lockedText ?? 'comesWithSystem')}</div>}
      <FormArea form={form} className="edit-form" label={title} onSubmit={() => mayChange && submit()}>
        {/* A read-only page must be focusable, so that the arrow keys can scroll it. */}
        <div
          className={
            Object.values<FieldDeclaration>(entity.fields).some(isWideTable)
              ? 'edit-body edit-body-wide'
              : 'edit-body'
          }
          role="region"
          aria-label={title}
          tabIndex={mayChange ? undefined : 0}
        >
          {groupFields(entity).map((group) => {
            if (group.isDerived && !base) return null;
            const onlyField = group.names.length === 1 ? entity.fields[group.names[0]!] : undefined;
            return (
              <section key={group.title} className="card edit-group" aria-labelledby={`group-${group.title}`}>
                <h2 id={`group-${group.title}`}>{t(group.title)}</h2>
                <div className="edit-fields">
                  {group.names.map((field, index) =>
                    group.isDerived ? (
                      <div className="field" key={field}>
                        <div className="field-label">{t(getFieldLabel(field, entity.fields[field]!))}</div>
                        <div className="field-shown">
                          <FieldValue
                            field={entity.fields[field]!}
                            value={base?.[field]}
                            label={base?.labels[field]}
                          />
                        </div>
                      </div>
                    ) : (
                      <Field
                        key={field}
                        of={{ fields }}
                        name={field}
                        hideLabel={onlyField?.kind === 'lines'}
                        readOnly={!mayChange && !isShownDisabled(field) && onlyField?.kind !== 'lines'}
                        disabled={!mayChange}
                        autoFocus={!base && index === 0 && group.title === 'general'}
                        chosenName={base?.labels[field]}
                        excludedId={field === entity.parentField ? base?.id : undefined}
                        as={page.inputs?.[field]}
                      />
                    ),
                  )}
                </div>
              </section>
            );
          })}
          {base && (
            <p className="edit-trace">
              {t(base.updatedBy ? 'changedByAt' : 'changedBySystemAt', {
                by: base.updatedBy,
                at: formatMoment(base.updatedAt, zone),
                version: base.version,
              })}
            </p>
          )}
        </div>
        <footer className="save-bar">
          <span className="save-note" role="status">
            {form.dirty ? t('unsavedChanges') : ''}
          </span>
          {page.listPath !== page.editPath(base) && (
            <Button text={t('backToList')} onClick={() => void navigate(page.listPath)} />
          )}
          {mayChange && (
            <>
              <Button
                text={t('discard')}
                disabled={!form.dirty || isSaving}
                onClick={() => form.reset(form.initial)}
              />
              <Button
                type="submit"
                intent="primary"
                icon={<FloppyDiskIcon />}
                text={t('save')}
                title="Ctrl+S"
                loading={isSaving}
                disabled={!form.dirty && base !== null}
              />
            </>
          )}
        </footer>
      </FormArea>
      {dialog}
    </section>
  );
}
