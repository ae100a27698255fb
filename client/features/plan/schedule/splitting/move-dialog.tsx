import { HTMLSelect } from '@blueprintjs/core';
import { useState } from 'react';
import type { FieldMap } from '#shared/kernel/fields.ts';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { useT } from '#client/kit/words/t.ts';
import type { PlanBar } from '../make-gantt-model.ts';
import type { PlanNames } from '../plan-names.ts';
import { useOperationSplit } from './use-operation-split.ts';
import './splitting.css';

interface Props {
  bar: PlanBar;
  names: PlanNames;
  isBusy: boolean;
  onMove: (groupId: number) => void;
  onClose: () => void;
}

const NO_FIELDS: FieldMap = {};

/**
 * Moves an operation to another group. The groups with its craft come first. The other groups are marked with a
 * warning.
 */
export function MoveDialog({ bar, names, isBusy, onMove, onClose }: Props) {
  const t = useT();
  const form = useForm(NO_FIELDS, {});
  const shownSplit = useOperationSplit(bar.source.processId);
  const groups = shownSplit?.groups.filter(({ id }) => id !== shownSplit.workGroupId) ?? [];
  const [chosenId, setChosenId] = useState<number | null>(null);
  // The proposed group always has the craft. A group without the craft is used only if the planner chooses it.
  const chosenGroup =
    groups.find(({ id }) => id === chosenId) ?? groups.find(({ hasCraft }) => hasCraft) ?? null;
  return (
    <FormDialog
      title={t('moveToGroupTitle')}
      subject={names.nameTask(bar.task)}
      form={form}
      busy={isBusy}
      submitText={chosenGroup ? t('moveToGroupTitle') : null}
      onSubmit={() => chosenGroup && onMove(chosenGroup.id)}
      onClose={onClose}
    >
      <p className="field-across split-about">{t('moveToGroupAbout')}</p>
      <label className="field-across split-group">
        <span>{t('workGroup')}</span>
        <HTMLSelect
          fill
          value={chosenGroup === null ? '' : String(chosenGroup.id)}
          options={[
            ...(chosenGroup ? [] : [{ value: '', label: '—' }]),
            ...groups.map(({ id, code, name, hasCraft }) => ({
              value: String(id),
              label: `${hasCraft ? '' : '⚠ '}${code} · ${name}`,
            })),
          ]}
          onChange={(event) => setChosenId(Number(event.target.value) || null)}
        />
      </label>
      {shownSplit && chosenGroup && !chosenGroup.hasCraft && (
        <p className="field-across split-warning" role="alert">
          {t('groupWithoutCraft', { craft: shownSplit.craftName })}
        </p>
      )}
    </FormDialog>
  );
}
