import { Button, HTMLSelect } from '@blueprintjs/core';
import { AutomaticUpdatesIcon, TickIcon, UndoIcon } from '@blueprintjs/icons';
import { useMemo } from 'react';
import {
  SCHEDULE_GOALS,
  SCHEDULE_LEVELS,
  type ScheduleKeep,
  type ScheduleLevel,
  type ScheduleProposal,
  type ScheduleRun,
} from '#shared/answers/schedule.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import type { Goal } from '#shared/planning/engine/types.ts';
import { ChoiceSwitch } from '#client/kit/elements/choice-switch.tsx';
import { confirm } from '#client/kit/messages/confirm.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { ListEmpty } from '#client/kit/tables/list-empty.tsx';
import { useUser } from '#client/kit/wire/session.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT, type Translate } from '#client/kit/words/t.ts';
import { KeepTable } from './keep-table.tsx';
import { usePlanNames } from './plan-names.ts';
import { PlanView } from './plan-view.tsx';
import { usePin } from './pinning/use-pin.ts';
import { ScenariosPage } from './scenarios/scenarios-page.tsx';
import { ComputeProgress, FactoryChanged } from './schedule-notices.tsx';
import { ScheduleViewSwitch, type ScheduleViewProps } from './schedule-view-switch.tsx';
import { PLAN_FORMS, SHOWN_PLANS, usePlanSettings } from './use-plan-settings.ts';
import {
  usePresentSchedule,
  useScheduleCommands,
  useScheduleProposal,
  useScheduleRuns,
} from './use-schedule.ts';
import '#client/crud/page-head.css';
import '#client/kit/elements/state-mark.css';
import './schedule.css';

/** The states in which a proposal is shown. */
const SHOWN_STATES: readonly ScheduleRun['state'][] = ['computing', 'ready', 'failed'];

/**
 * Finds the newest proposal for each `keep`. If the newest one is applied or outdated, that `keep` has no proposal.
 * Cancelled runs and scenarios are left out.
 */
function findNewestRuns(runs: readonly ScheduleRun[]): Map<ScheduleKeep, ScheduleRun> {
  const newestByKeep = new Map<ScheduleKeep, ScheduleRun>();
  for (const run of runs)
    if (run.name === null && run.state !== 'cancelled' && !newestByKeep.has(run.keep))
      newestByKeep.set(run.keep, run);
  return new Map([...newestByKeep].filter(([, { state }]) => SHOWN_STATES.includes(state)));
}

/** Describes what would change if a proposal were applied. */
function describeApplication({ run, comparison }: ScheduleProposal, t: Translate): string {
  const count = (value: number | null | undefined): string => formatNumber(value ?? 0, 0);
  if (!comparison)
    return t('applyFirstPlanText', {
      placed: count(run.figures?.placed),
      unplaced: count(run.figures?.unplaced),
    });
  return t('applyPlanText', {
    moved: count(run.moved),
    machines: count(run.machineChanged),
    newlyLate: count(comparison.newlyLate.length),
    newlyOnTime: count(comparison.newlyOnTime.length),
  });
}

/** The page of cycle scheduling. It has a view of proposals and a view of scenarios. */
export function ScheduleScreen() {
  const [settings, change] = usePlanSettings();
  const Page = settings.view === 'scenarios' ? ScenariosPage : ProposalsPage;
  return <Page settings={settings} change={change} />;
}

/** Computes proposals, compares them with the present plan, and applies one of them. */
function ProposalsPage({ settings, change }: ScheduleViewProps) {
  const t = useT();
  const { keep, goal, level, shown } = settings;
  const runsQuery = useScheduleRuns();
  const presentQuery = usePresentSchedule();
  const commands = useScheduleCommands();
  const user = useUser();
  const pin = usePin();
  const runs = useMemo(() => runsQuery.data ?? [], [runsQuery.data]);
  const runByKeep = useMemo(() => findNewestRuns(runs), [runs]);
  const computingRun = runs.find(({ state }) => state === 'computing') ?? null;
  const chosenRun = runByKeep.get(keep) ?? null;
  const readyRun = chosenRun?.state === 'ready' ? chosenRun : null;
  const proposalQuery = useScheduleProposal(readyRun?.id ?? null);
  const proposal = readyRun ? (proposalQuery.data ?? null) : null;
  const proposalNames = usePlanNames(proposal?.plan);
  const presentNames = usePlanNames(presentQuery.data?.plan);
  const showsProposal = shown === 'proposedPlan' && readyRun !== null;
  const names = showsProposal ? proposalNames : presentNames;
  // A proposal contains the figures of the present plan, continued to the time of the proposal. Without a proposal, the
  // figures from the time when the present plan was made are shown.
  const presentFigures =
    runs.find(({ before: figures, state }) => figures && SHOWN_STATES.includes(state))?.before ??
    presentQuery.data?.run?.figures ??
    null;
  const isBusy = commands.busy || computingRun !== null;
  const compute = async (nextKeep: ScheduleKeep): Promise<void> => {
    change({ keep: nextKeep, shown: 'proposedPlan' });
    if (await commands.compute({ keep: nextKeep, goal, level })) pin.forget();
  };
  const apply = async (applied: ScheduleProposal): Promise<void> => {
    const question = {
      title: t('applyPlan'),
      text: describeApplication(applied, t),
      yes: t('applyPlan'),
    };
    if (!(await confirm(question)) || !(await commands.apply(applied.run.id))) return;
    showSuccess(t('planApplied'));
    change({ shown: 'presentSchedule' });
  };
  const isWaiting = runsQuery.isPending || (showsProposal ? proposalQuery.isPending : presentQuery.isPending);
  const failedQuery = [runsQuery, showsProposal ? proposalQuery : presentQuery].find(
    (query) => query.isError,
  );
  const choices = (
    <>
      <HTMLSelect
        aria-label={t('scheduleGoal')}
        title={t('scheduleGoal')}
        value={goal}
        options={SCHEDULE_GOALS.map((value) => ({ value, label: t(value) }))}
        onChange={(event) => change({ goal: event.target.value as Goal })}
      />
      <HTMLSelect
        aria-label={t('scheduleLevel')}
        title={t('scheduleLevel')}
        value={level}
        options={SCHEDULE_LEVELS.map((value) => ({ value, label: t(value) }))}
        onChange={(event) => change({ level: event.target.value as ScheduleLevel })}
      />
    </>
  );
  return (
    <section className="schedule-page" aria-label={t('cycleSchedule')}>
      <header className="page-head">
        <h1>{t('cycleSchedule')}</h1>
        <ScheduleViewSwitch view={settings.view} change={change} />
        <div className="page-actions">
          {readyRun && presentNames && (
            <ChoiceSwitch
              label={t('shownPlan')}
              choices={SHOWN_PLANS}
              value={shown}
              onChange={(next) => change({ shown: next })}
            />
          )}
          {names && (
            <ChoiceSwitch
              label={t('shownPlan')}
              choices={PLAN_FORMS}
              value={settings.form}
              onChange={(next) => change({ form: next })}
            />
          )}
          {choices}
          <Button
            icon={<AutomaticUpdatesIcon />}
            intent={readyRun ? 'none' : 'primary'}
            text={t(readyRun ? 'computeAgain' : 'computePlan')}
            disabled={isBusy}
            onClick={() => void compute(keep)}
          />
          {readyRun && (
            <Button
              icon={<TickIcon />}
              intent="primary"
              text={t('applyPlan')}
              disabled={isBusy || !proposal}
              onClick={() => proposal && void apply(proposal)}
            />
          )}
        </div>
      </header>
      <div className="schedule-top">
        {computingRun && (
          <ComputeProgress run={computingRun} onCancel={() => void commands.cancel(computingRun.id)} />
        )}
        {chosenRun?.state === 'failed' && !computingRun && (
          <p className="notice schedule-notice" role="alert">
            {t('computeFailed')}
          </p>
        )}
        {readyRun && commands.outdatedId === readyRun.id && (
          <FactoryChanged runId={readyRun.id} isBusy={isBusy} onCompute={() => void compute(keep)} />
        )}
        {pin.changes.length > 0 && (
          <p className="notice schedule-notice" role="status">
            {t('pinsChanged', { count: pin.changes.length })}
            <Button
              text={t('undo')}
              icon={<UndoIcon />}
              disabled={pin.busy}
              onClick={() => void pin.undo()}
            />
            <Button
              intent="primary"
              text={t('computeAgain')}
              disabled={isBusy}
              onClick={() => void compute(keep)}
            />
          </p>
        )}
        <KeepTable
          runByKeep={runByKeep}
          presentFigures={presentFigures}
          chosen={keep}
          isBusy={isBusy}
          onChoose={(next) => change({ keep: next })}
          onCompute={(next) => void compute(next)}
        />
      </div>
      {names ? (
        <PlanView
          key={showsProposal ? `proposal ${readyRun.id}` : 'present'}
          names={names}
          presentNames={showsProposal ? presentNames : null}
          comparison={showsProposal ? (proposal?.comparison ?? null) : null}
          settings={settings}
          pin={hasPermission(user, 'PROCESS_MODIFY') ? pin : null}
          onChange={change}
        />
      ) : failedQuery ? (
        <div className="schedule-none">
          <ListEmpty failed onRetry={() => void failedQuery.refetch()} />
        </div>
      ) : isWaiting || computingRun ? (
        <span className="skeleton schedule-waiting" aria-busy="true" />
      ) : (
        <p className="schedule-none">{t('noScheduleYet')}</p>
      )}
    </section>
  );
}
