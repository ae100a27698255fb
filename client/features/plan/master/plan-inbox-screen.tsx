import { Button } from '@blueprintjs/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { PlanNotice } from '#shared/planning/master-plan/plan-answer.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { send } from '#client/kit/wire/call.ts';
import { CallError } from '#client/kit/wire/call-error.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useT } from '#client/kit/words/t.ts';
import { getPlanPath } from '#client/production/plans/plan-paths.ts';
import { PLAN_API_PATH, useWaitingPlans } from '#client/production/plans/use-plans.ts';
import { PlanTabs } from './plan-tabs.tsx';
import '#client/crud/page-head.css';
import '#client/kit/look/inbox.css';
import './master-plan.css';

/** Shows a notice about a confirmation, which the user can mark as seen. */
function NoticeCard({ notice }: { notice: PlanNotice }) {
  const t = useT();
  const client = useQueryClient();
  const { noticeId, planId, planName, subject, kind, nodeName, nextName, day, byName } = notice;
  const markSeen = async () => {
    try {
      await send(`${PLAN_API_PATH}/seen`, { noticeId });
    } catch (error) {
      // `send` has already shown the refusal.
      if (!(error instanceof CallError)) throw error;
    }
    await client.invalidateQueries({ queryKey: queryKeys.entity('masterPlan', 'waiting') });
  };
  return (
    <div className="inbox-card">
      <span className="inbox-what">
        <strong>{nextName ? t('noticeNext', { name: nextName }) : planName}</strong>
        <span>
          {t(kind === 'beginNode' ? 'noticeBegun' : 'noticeEnded', { name: nodeName, day, by: byName })}
        </span>
        <span>
          <Link to={getPlanPath(planId)}>{planName}</Link> · {subject}
        </span>
      </span>
      <Button text={t('noticeSeen')} onClick={() => void markSeen()} />
    </div>
  );
}

/**
 * Lists the notices about confirmations of other people, and the nodes that the user must confirm, the most urgent
 * first.
 */
export function PlanInboxScreen() {
  const t = useT();
  const { data, isError } = useWaitingPlans();
  return (
    <section className="screen" aria-label={t('masterPlans')}>
      <header className="page-head">
        <h1>{t('masterPlans')}</h1>
      </header>
      <PlanTabs />
      <div className="inbox plan-inbox" aria-busy={!data && !isError}>
        {isError && !data && <p>{t('error.requestFailed')}</p>}
        {!data && !isError && <span className="skeleton" />}
        {data && data.notices.length > 0 && <h2>{t('planNotices')}</h2>}
        {data?.notices.map((notice) => (
          <NoticeCard key={notice.noticeId} notice={notice} />
        ))}
        {data && <h2>{t('waitingPlanNodes')}</h2>}
        {data?.rows.length === 0 && <p className="master-plan-note">{t('nothingWaitsInPlans')}</p>}
        {data?.rows.map(({ planId, planName, subject, seq, name, plannedEnd, light }) => (
          <Link key={`${planId} ${seq}`} className="inbox-card" to={getPlanPath(planId)}>
            <span className="inbox-what">
              <strong>{name}</strong>
              <span>
                {planName} · {subject}
              </span>
              <span>
                <StateMark state={light} /> {t('planDueBy', { day: plannedEnd })}
              </span>
            </span>
          </Link>
        ))}
      </div>
    </section>
  );
}
