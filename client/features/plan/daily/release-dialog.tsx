import { Button, DialogBody, DialogFooter } from '@blueprintjs/core';
import { useQueryClient } from '@tanstack/react-query';
import { LINE_CHANGES, type DayLine, type DayPlan } from '#shared/answers/daily-plan.ts';
import { Dialog } from '#client/kit/elements/dialog.tsx';
import { useSendOnce } from '#client/kit/forms/use-send-once.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { send } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useT } from '#client/kit/words/t.ts';
import { useDayPlan } from './use-day-plan.ts';

/** The maximum number of changed lines that the dialog lists. */
const MAX_LISTED_CHANGES = 30;

function ChangedLine({ line }: { line: DayLine }) {
  const t = useT();
  return (
    <li>
      <span className="plan-tone state-call">
        <span aria-hidden="true">{'▲'}</span> {t(line.change!)}
      </span>{' '}
      {[line.workGroupName, line.orderCode, line.partName, `${line.seq} ${line.name}`]
        .filter(Boolean)
        .join(' · ')}
    </li>
  );
}

/** Shows the number of lines of a first release, or the changes of a later release. */
function ReleaseSummary({ plan }: { plan: DayPlan }) {
  const t = useT();
  const { release, lines } = plan;
  if (!release)
    return (
      <p>{t('releasePlanFirst', { count: lines.filter(({ change }) => change !== 'lineDropped').length })}</p>
    );
  const changedLines = lines.filter(({ change }) => change !== null);
  const [addedCount, movedCount, droppedCount] = LINE_CHANGES.map(
    (kind) => changedLines.filter(({ change }) => change === kind).length,
  );
  return (
    <>
      <p>
        {t('releasePlanChanges', {
          number: release.number,
          added: addedCount,
          moved: movedCount,
          dropped: droppedCount,
        })}
      </p>
      <ul className="plan-changes">
        {changedLines.slice(0, MAX_LISTED_CHANGES).map((line) => (
          <ChangedLine key={line.shareId || line.processId} line={line} />
        ))}
      </ul>
      {changedLines.length > MAX_LISTED_CHANGES && (
        <p className="field-hint">{t('otherItems', { count: changedLines.length - MAX_LISTED_CHANGES })}</p>
      )}
    </>
  );
}

interface Props {
  day: string;
  onClose: () => void;
}

const ALL_LINES = { workGroupId: null, deviceId: null, employeeId: null, shift: null };

/** Shows what would change if the plan of the whole day were released, and releases the plan. */
export function ReleaseDialog({ day, onClose }: Props) {
  const t = useT();
  const client = useQueryClient();
  const { data: plan } = useDayPlan(day, ALL_LINES);
  const { busy, sendOnce } = useSendOnce();
  const isReady = plan?.day === day && plan.lines.length > 0;
  const release = async () => {
    if (!plan) return;
    const fields = { day, number: plan.lastNumber };
    const answer = await sendOnce(
      fields,
      (id) => send<{ number: number }>('/mes/plan/day/release', fields, { id }),
      () => null,
    );
    void client.invalidateQueries({ queryKey: queryKeys.entity('dailyPlan') });
    if (!answer) return;
    showSuccess(t('planReleasedDone', { number: answer.number }));
    onClose();
  };
  return (
    <Dialog isOpen title={t('releasePlanOf', { day })} onClose={onClose}>
      <DialogBody>{plan && <ReleaseSummary plan={plan} />}</DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('dismiss')} onClick={onClose} />
            <Button
              intent="primary"
              text={t(plan?.release ? 'releasePlanAgain' : 'releasePlan')}
              loading={busy}
              disabled={!isReady || (plan.release !== null && plan.changeCount === 0)}
              onClick={() => void release()}
            />
          </>
        }
      />
    </Dialog>
  );
}
