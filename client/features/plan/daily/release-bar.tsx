import { Button } from '@blueprintjs/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DayPlan } from '#shared/answers/daily-plan.ts';
import { useSendOnce } from '#client/kit/forms/use-send-once.ts';
import { confirm } from '#client/kit/messages/confirm.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { send } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { formatMoment } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { ReleaseDialog } from './release-dialog.tsx';

interface Props {
  plan: DayPlan;
  mayRelease: boolean;
}

/**
 * Shows whether the plan of the day is released, and how many lines have changed since. Buttons release and withdraw
 * the plan.
 */
export function ReleaseBar({ plan, mayRelease }: Props) {
  const t = useT();
  const zone = useTimeZone();
  const client = useQueryClient();
  const [isReleasing, setIsReleasing] = useState(false);
  const { busy, sendOnce } = useSendOnce();
  const { day, release, lastNumber, changeCount, lines } = plan;
  const withdraw = async () => {
    const isConfirmed = await confirm({
      title: t('withdrawPlanOf', { day }),
      text: t('withdrawPlanWhat'),
      yes: t('withdrawPlan'),
      danger: true,
    });
    if (!isConfirmed) return;
    const fields = { day, number: lastNumber };
    const isDone = await sendOnce(
      fields,
      async (id) => {
        await send('/mes/plan/day/withdraw', fields, { id });
        return true;
      },
      () => false,
    );
    void client.invalidateQueries({ queryKey: queryKeys.entity('dailyPlan') });
    if (isDone) showSuccess(t('planWithdrawnDone'));
  };
  return (
    <div className="plan-release" role="status">
      <span className={release ? 'plan-tone state-done' : 'plan-tone state-idle'}>
        <span aria-hidden="true">{release ? '✓' : '○'}</span>{' '}
        {release
          ? t('planReleasedBy', {
              number: release.number,
              by: release.releasedBy,
              at: formatMoment(release.releasedAt, zone),
            })
          : t('planNotReleasedYet')}
      </span>
      {release && changeCount > 0 && (
        <span className="plan-tone state-call">
          <span aria-hidden="true">{'▲'}</span> {t('planChangedSince', { count: changeCount })}
        </span>
      )}
      {mayRelease && (
        <span className="plan-release-buttons">
          {release && <Button text={t('withdrawPlan')} loading={busy} onClick={() => void withdraw()} />}
          <Button
            intent="primary"
            text={t(release ? 'releasePlanAgain' : 'releasePlan')}
            disabled={release ? changeCount === 0 : lines.length === 0}
            onClick={() => setIsReleasing(true)}
          />
        </span>
      )}
      {isReleasing && <ReleaseDialog day={day} onClose={() => setIsReleasing(false)} />}
    </div>
  );
}
