import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { entities, type Entity } from '#shared/entities/index.ts';
import { ROUTING_COLUMNS, ROUTING_LINES } from '#shared/entities/routing-fields.ts';
import { ERRORS_IN_FORM, reloadDataChangedByReport } from '#client/production/reporting/use-report.ts';
import { LinesInput } from '#client/kit/fields/lines/lines-input.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm, type FormProblems } from '#client/kit/forms/use-form.ts';
import { useSendOnce } from '#client/kit/forms/use-send-once.ts';
import { showInfo, showSuccess } from '#client/kit/messages/toasts.ts';
import { send } from '#client/kit/wire/call.ts';
import type { CallError } from '#client/kit/wire/call-error.ts';
import { useT } from '#client/kit/words/t.ts';
import { fetchPartProcesses } from '../use-order.ts';
import { findChangedLines, keepChanges, toRoutingLines, type RoutingLine } from './routing-lines.ts';

interface Props {
  part: Entity<'part'>;
  processes: readonly Entity<'process'>[];
  onClose: () => void;
}

const FORM_FIELDS = { processes: ROUTING_LINES };
const SHOWN_FIELD = { ...ROUTING_LINES, of: ROUTING_COLUMNS };

/** Converts the problems of the sent lines to problems of their rows in the table. */
const toTableProblems = (fields: FormProblems, rowIndexes: readonly number[]): FormProblems =>
  Object.fromEntries(
    Object.entries(fields).map(([name, problem]) => [
      name.replace(/^processes\[(\d+)\]/, (_, index: string) => `processes[${rowIndexes[Number(index)]}]`),
      problem,
    ]),
  );

/** Edits all processes of a part in one table, as in a spreadsheet. All changes are saved together. */
export function RoutingGridDialog({ part, processes: plannedProcesses, onClose }: Props) {
  const t = useT();
  const client = useQueryClient();
  const [savedLines, setSavedLines] = useState<readonly RoutingLine[]>(() =>
    toRoutingLines(plannedProcesses),
  );
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useForm(FORM_FIELDS, { processes: savedLines });
  const lines = form.values['processes'] as readonly RoutingLine[];

  /** Loads the current routing after another user has changed it, and keeps the unsaved changes. */
  const reloadRouting = async (error: CallError) => {
    const freshLines = toRoutingLines(await fetchPartProcesses(part.id));
    form.rebase({ processes: freshLines }, { processes: keepChanges(savedLines, lines, freshLines) });
    setSavedLines(freshLines);
    setRefusal(error.code === 'stale' ? t('routingReloaded', error.params) : error.message);
  };
  const { busy, sendOnce } = useSendOnce();
  const submit = () => {
    const values = form.check();
    if (!values) return;
    const { changedIndexes, removedIds } = findChangedLines(savedLines, values.processes);
    if (changedIndexes.length === 0 && removedIds.length === 0) {
      showInfo(t('routingUnchanged'));
      onClose();
      return;
    }
    const path = `${entities.process.path}/routing/save`;
    const processes = changedIndexes.map((index) => values.processes[index]);
    const fields = { partId: part.id, processes, removedIds };
    const saveRouting = async (id: string) => {
      setRefusal(null);
      await send(path, fields, { id, codesShownElsewhere: ERRORS_IN_FORM });
      showSuccess(t('routingSaved'));
      void reloadDataChangedByReport(client);
      onClose();
    };
    const showRefusal = (error: CallError) => {
      form.refuse(toTableProblems(error.fields, changedIndexes));
      if (error.code === 'stale' || error.code === 'rowNotFound') void reloadRouting(error);
      else if (ERRORS_IN_FORM.includes(error.code)) setRefusal(error.message);
    };
    void sendOnce([path, fields], saveRouting, showRefusal);
  };
  const getNote = (row: number, column: string): string | undefined => {
    const process = plannedProcesses.find(({ id }) => id === lines[row]?.processId);
    return column === 'craftId' && process && process.state !== 'notStarted' ? t(process.state) : undefined;
  };
  return (
    <FormDialog
      title={t('editRoutingNamed', { name: part.name })}
      subject={t('routingKeys')}
      form={form}
      busy={busy}
      submitText={t('save')}
      refusal={refusal}
      confirmsDiscard
      wide="page"
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="field-across">
        <LinesInput
          field={SHOWN_FIELD}
          id="routing-lines"
          name="processes"
          value={lines}
          onChange={(next) => form.set('processes', next)}
          problems={form.problems}
          ariaLabel={t('processes')}
          getNote={getNote}
        />
      </div>
    </FormDialog>
  );
}
