import type { BatchAnswer } from '#shared/answers/batch.ts';
import {
  BATCH_PLAN_FIELDS,
  type BatchPlanField,
  type ListedProcess,
  type PlannedProcess,
} from '#shared/planning/process-list.ts';
import { describeRefusal } from '#client/crud/batch/use-batch-sender.ts';
import { getFieldTitle } from '#client/kit/fields/get-field-title.ts';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT, type Translate } from '#client/kit/words/t.ts';
import { PLAN_FIELD_NAMES } from './plan-change.ts';

interface Props {
  processes: readonly ListedProcess[];
  nameOf: (process: ListedProcess) => string;
  answer: BatchAnswer<PlannedProcess>;
}

const formatCount = (count: number | null) => (count === null ? null : formatNumber(count, 0));

/** Returns the present and the planned text of each field of a process. */
const pairPresentAndPlanned = (
  process: ListedProcess,
  planned: PlannedProcess,
): Record<BatchPlanField, readonly [string | null, string | null]> => ({
  workGroupId: [process.workGroupName, planned.workGroupName],
  deviceId: [process.deviceName, planned.deviceName],
  plannedPeople: [
    formatCount(process.record['plannedPeople'] as number | null),
    formatCount(planned.plannedPeople),
  ],
  plannedStart: [process.plannedStart, planned.plannedStart],
  plannedEnd: [process.plannedEnd, planned.plannedEnd],
});

/** Lists the values of a process that change, such as 'Work group: Turning → Milling'. */
function describeChanges(process: ListedProcess, planned: PlannedProcess, t: Translate): string[] {
  const pairs = pairPresentAndPlanned(process, planned);
  return PLAN_FIELD_NAMES.filter((name) => pairs[name][0] !== pairs[name][1]).map((name) =>
    t('valueBecomes', {
      field: getFieldTitle(name, BATCH_PLAN_FIELDS[name], t),
      before: pairs[name][0] ?? '—',
      after: pairs[name][1] ?? '—',
    }),
  );
}

/** Shows what a change would do to each chosen process, the refused processes first. */
export function PlanPreview({ processes, nameOf, answer }: Props) {
  const t = useT();
  const processesById = new Map(processes.map((process) => [process.processId, process]));
  const verdicts = answer.rows.flatMap(({ id, answer: verdict }) => {
    const process = processesById.get(id);
    return process ? { process, verdict } : [];
  });
  const refusedProcesses = verdicts.filter(({ verdict }) => !verdict.success);
  const acceptedProcesses = verdicts.filter(({ verdict }) => verdict.success);
  const changedProcesses = acceptedProcesses.filter(
    ({ verdict }) => verdict.success && verdict.data.isChanged,
  );
  const getGroupName = (planned: PlannedProcess) => planned.workGroupName ?? '—';
  return (
    <section className="plan-preview field-across" aria-label={t('preview')}>
      <p role="status">
        {t('previewCounts', {
          changed: changedProcesses.length,
          unchanged: acceptedProcesses.length - changedProcesses.length,
          refused: refusedProcesses.length,
        })}
      </p>
      <table className="plain-table">
        <TableHead heads={[t('process'), t('batchResult')]} />
        <tbody>
          {[...refusedProcesses, ...acceptedProcesses].map(({ process, verdict }) => (
            <tr key={process.processId}>
              <th scope="row">{nameOf(process)}</th>
              {verdict.success ? (
                <td>
                  {verdict.data.isChanged ? (
                    describeChanges(process, verdict.data, t).map((line) => <div key={line}>{line}</div>)
                  ) : (
                    <span className="figure-none">{t('processUnchanged')}</span>
                  )}
                  {verdict.data.craftNotOfGroup && (
                    <div className="plan-warning">
                      ▲{' '}
                      {t('groupLacksCraft', {
                        group: getGroupName(verdict.data),
                        craft: verdict.data.craftNotOfGroup,
                      })}
                    </div>
                  )}
                </td>
              ) : (
                <td className="batch-refused">{`✕ ${describeRefusal(verdict)}`}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
