import { Button, HTMLSelect } from '@blueprintjs/core';
import { PlusIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import type { ScheduleRun } from '#shared/answers/schedule.ts';
import { ChoiceSwitch } from '#client/kit/elements/choice-switch.tsx';
import { confirm } from '#client/kit/messages/confirm.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { ListEmpty } from '#client/kit/tables/list-empty.tsx';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { usePlanNames } from '../plan-names.ts';
import { PlanView } from '../plan-view.tsx';
import { ComputeProgress } from '../schedule-notices.tsx';
import { ScheduleViewSwitch, type ScheduleViewProps } from '../schedule-view-switch.tsx';
import { SCENARIO_FORMS } from '../use-plan-settings.ts';
import {
  usePresentSchedule,
  useScheduleCommands,
  useScheduleDifference,
  useScheduleProposal,
  useScheduleRuns,
  type ComputeChoice,
} from '../use-schedule.ts';
import { LatenessChart } from './lateness-chart.tsx';
import { ScenarioComparison } from './scenario-comparison.tsx';
import { ScenarioDialog } from './scenario-dialog.tsx';
import { ScenarioTable } from './scenario-table.tsx';
import './scenarios.css';

interface ChosenProps extends ScheduleViewProps {
  run: ScheduleRun;
  scenarios: readonly ScheduleRun[];
}

/** Compares a scenario with the present plan or another scenario, or shows only the plan of the scenario. */
function ChosenScenario({ run, scenarios, settings, change }: ChosenProps) {
  const t = useT();
  const { scenarioForm, otherId } = settings;
  const isCompared = scenarioForm === 'comparedPlans';
  const otherScenarios = scenarios.filter(({ id, figures }) => id !== run.id && figures);
  const shownOtherId = otherScenarios.some(({ id }) => id === otherId) ? otherId : null;
  const hasPresentPlan = run.before !== null;
  // If there was no present plan when the scenario was computed, it is compared with the first other scenario.
  const comparedId = shownOtherId ?? (hasPresentPlan ? null : (otherScenarios[0]?.id ?? null));
  const canCompare = hasPresentPlan || comparedId !== null;
  const differenceQuery = useScheduleDifference(isCompared && canCompare ? run.id : null, comparedId);
  const proposalQuery = useScheduleProposal(isCompared ? null : run.id);
  const presentQuery = usePresentSchedule();
  const names = usePlanNames(proposalQuery.data?.plan);
  const presentNames = usePlanNames(presentQuery.data?.plan);
  const query = isCompared ? differenceQuery : proposalQuery;
  return (
    <>
      <div className="scenario-bar">
        <h2>{run.name}</h2>
        {isCompared && canCompare && (
          <label className="gantt-choice">
            <span>{t('comparedWith')}</span>
            <HTMLSelect
              value={comparedId ?? ''}
              options={[
                ...(hasPresentPlan ? [{ value: '', label: t('presentSchedule') }] : []),
                ...otherScenarios.map(({ id, name }) => ({ value: String(id), label: name ?? '' })),
              ]}
              onChange={(event) =>
                change({ otherId: event.target.value === '' ? null : Number(event.target.value) })
              }
            />
          </label>
        )}
        <ChoiceSwitch
          label={t('shownPlan')}
          choices={SCENARIO_FORMS}
          value={scenarioForm}
          onChange={(next) => change({ scenarioForm: next })}
        />
      </div>
      {query.isError ? (
        <div className="schedule-none">
          <ListEmpty failed onRetry={() => void query.refetch()} />
        </div>
      ) : isCompared && !canCompare ? (
        <p className="schedule-none">{t('nothingToCompare')}</p>
      ) : isCompared && differenceQuery.data ? (
        <ScenarioComparison difference={differenceQuery.data} />
      ) : !isCompared && names ? (
        <PlanView
          key={run.id}
          names={names}
          presentNames={presentNames}
          comparison={proposalQuery.data?.comparison ?? null}
          settings={{ ...settings, form: scenarioForm }}
          pin={null}
          onChange={({ form, ...changes }) => change({ ...changes, ...(form ? { scenarioForm: form } : {}) })}
        />
      ) : (
        <span className="skeleton schedule-waiting" aria-busy="true" />
      )}
    </>
  );
}

/** The view of scenarios: trial plans with, for example, a rush order, overtime or a machine that is down. */
export function ScenariosPage({ settings, change }: ScheduleViewProps) {
  const t = useT();
  const runsQuery = useScheduleRuns();
  const commands = useScheduleCommands();
  /** The scenario that the open dialog copies; 'new' if it copies none; null if no dialog is open. */
  const [dialog, setDialog] = useState<ScheduleRun | 'new' | null>(null);
  const runs = runsQuery.data ?? [];
  const scenarios = runs.filter(({ name, state }) => name !== null && state !== 'cancelled');
  const computingRun = runs.find(({ state }) => state === 'computing') ?? null;
  const readyScenarios = scenarios.filter(({ figures }) => figures);
  const chosenRun = readyScenarios.find(({ id }) => id === settings.scenarioId) ?? readyScenarios[0] ?? null;
  const presentFigures = chosenRun?.before ?? null;
  const isBusy = commands.busy || computingRun !== null;
  const compute = async (choice: ComputeChoice): Promise<void> => {
    if (!(await commands.compute(choice))) return;
    showSuccess(t('scenarioAsked', { name: choice.name }));
    setDialog(null);
    change({ scenarioId: null });
  };
  const remove = async (run: ScheduleRun): Promise<void> => {
    const question = { title: t('deleteTitle'), text: t('deleteOne', { name: run.name }), yes: t('delete') };
    if (await confirm({ ...question, danger: true })) await commands.remove(run.id);
  };
  return (
    <section className="schedule-page scenarios-page" aria-label={t('scenarios')}>
      <header className="page-head">
        <h1>
          {t('cycleSchedule')}{' '}
          <span className="page-count">{runsQuery.data ? formatNumber(scenarios.length, 0) : ''}</span>
        </h1>
        <ScheduleViewSwitch view={settings.view} change={change} />
        <div className="page-actions">
          <Button
            icon={<PlusIcon />}
            intent="primary"
            text={t('addScenario')}
            disabled={isBusy}
            onClick={() => setDialog('new')}
          />
        </div>
      </header>
      <div className="schedule-top">
        {computingRun && (
          <ComputeProgress run={computingRun} onCancel={() => void commands.cancel(computingRun.id)} />
        )}
        {scenarios.length > 0 && (
          <div className="scenario-overview">
            <ScenarioTable
              scenarios={scenarios}
              presentFigures={presentFigures}
              chosenId={chosenRun?.id ?? null}
              isBusy={isBusy}
              onChoose={(id) => change({ scenarioId: id })}
              onCopy={setDialog}
              onRemove={(run) => void remove(run)}
            />
            {chosenRun && (
              <LatenessChart
                scenarios={readyScenarios}
                presentFigures={presentFigures}
                chosenId={chosenRun.id}
              />
            )}
          </div>
        )}
      </div>
      {chosenRun ? (
        <ChosenScenario run={chosenRun} scenarios={readyScenarios} settings={settings} change={change} />
      ) : runsQuery.isError ? (
        <div className="schedule-none">
          <ListEmpty failed onRetry={() => void runsQuery.refetch()} />
        </div>
      ) : runsQuery.isPending ? (
        <span className="skeleton schedule-waiting" aria-busy="true" />
      ) : (
        scenarios.length === 0 && <p className="schedule-none">{t('noScenariosYet')}</p>
      )}
      {dialog && (
        <ScenarioDialog
          copiedScenario={dialog === 'new' ? null : dialog}
          isBusy={isBusy}
          onCompute={(choice) => void compute(choice)}
          onClose={() => setDialog(null)}
        />
      )}
    </section>
  );
}
