import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import type { ExtraProcessWork } from '#shared/answers/extra-process.ts';
import type { Entity } from '#shared/entities/index.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { isOrderReportable } from '#shared/machines/work-order.ts';
import { PROJECT_COST_PERMISSION } from '#shared/planning/project-figures.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { useUser } from '#client/kit/wire/session.ts';
import { formatDuration, formatMoney, joinWords } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { ExtraProcessDialog } from '#client/production/extra-processes/extra-process-dialog.tsx';
import '#client/production/reporting/report-form.css';
import '../materials/part-materials.css';

interface Props {
  order: Entity<'workOrder'>;
  part: Entity<'part'>;
  extras: readonly ExtraProcessWork[];
}

/** Lists the extra processes of a part with their reason, time and cost, and lets people add and continue them. */
export function ExtraProcesses({ order, part, extras: allExtras }: Props) {
  const t = useT();
  const user = useUser();
  const [openedProcess, setOpenedProcess] = useState<ExtraProcessWork | 'new' | null>(null);
  // Reversed extra processes appear only in the history of reports.
  const extras = allExtras.filter(({ isReversed }) => !isReversed);
  const mayReport =
    isOrderReportable(order.state) && hasPermission(user, ['TASK_REPORT', 'TASK_REPORT_TEAM']);
  const mayAdd = isOrderReportable(order.state) && hasPermission(user, 'TASK_REPORT_EXTRA');
  const seesCost = hasPermission(user, PROJECT_COST_PERMISSION);
  if (extras.length === 0 && !mayAdd) return null;
  const findState = ({ isOpen, busyWith }: ExtraProcessWork) =>
    busyWith.length > 0 ? 'processing' : isOpen ? 'unfinished' : 'completed';
  return (
    <section className="part-materials" aria-labelledby="extra-processes-title">
      <header>
        <h3 id="extra-processes-title">
          {t('extraProcesses')} <span>{extras.length}</span>
          {mayAdd && (
            <Button
              size="small"
              variant="minimal"
              text={t('addExtraProcess')}
              onClick={() => setOpenedProcess('new')}
            />
          )}
        </h3>
      </header>
      {extras.length > 0 && (
        <table className="plain-table">
          <TableHead
            heads={[
              t('craft'),
              t('reason'),
              t('workGroup'),
              t('processState'),
              { words: t('labourTime'), className: 'figure' },
              { words: t('deviceTime'), className: 'figure' },
              ...(seesCost ? [{ words: t('actualCostToDate'), className: 'figure' }] : []),
              { words: t('actions'), hidden: true },
            ]}
          />
          <tbody>
            {extras.map((extra) => (
              <tr key={extra.taskId}>
                <th scope="row">{extra.craftName}</th>
                <td>{extra.reason}</td>
                <td>{extra.workGroupName}</td>
                <td>
                  <StateMark state={findState(extra)} /> {joinWords(extra.busyWith)}
                </td>
                <td className="figure">{formatDuration(extra.seconds)}</td>
                <td className="figure">
                  {extra.deviceSeconds > 0 ? formatDuration(extra.deviceSeconds) : '—'}
                </td>
                {seesCost && <td className="figure">{formatMoney(extra.cost)}</td>}
                <td className="part-materials-actions">
                  {mayReport && extra.isOpen && extra.busyWith.length === 0 && (
                    <Button
                      size="small"
                      variant="minimal"
                      text={t('startExtraProcess')}
                      aria-label={t('continueExtraProcess', { name: extra.craftName })}
                      onClick={() => setOpenedProcess(extra)}
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {openedProcess && (
        <ExtraProcessDialog
          part={part}
          extra={openedProcess === 'new' ? null : { ...openedProcess, name: openedProcess.craftName }}
          onClose={() => setOpenedProcess(null)}
        />
      )}
    </section>
  );
}
