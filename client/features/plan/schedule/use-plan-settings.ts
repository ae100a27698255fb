import { useSearchParams } from 'react-router-dom';
import {
  SCHEDULE_GOALS,
  SCHEDULE_KEEPS,
  SCHEDULE_LEVELS,
  type ScheduleKeep,
  type ScheduleLevel,
} from '#shared/answers/schedule.ts';
import type { Goal } from '#shared/planning/engine/types.ts';
import { GANTT_COLOURINGS, type GanttColouring } from './chart/gantt-palette.ts';
import { GANTT_AXES, type GanttAxis } from './chart/gantt-rows.ts';

export const SHOWN_PLANS = ['proposedPlan', 'presentSchedule'] as const;
export type ShownPlan = (typeof SHOWN_PLANS)[number];

/** How the page shows a plan. */
export const PLAN_FORMS = ['planAsChart', 'planAsTable', 'planLoad'] as const;
export type PlanForm = (typeof PLAN_FORMS)[number];

/** The views of the page: proposals, which can be applied, and scenarios, which cannot. */
export const SCHEDULE_VIEWS = ['scheduleRuns', 'scenarios'] as const;
export type ScheduleView = (typeof SCHEDULE_VIEWS)[number];

/** How the page shows a scenario. */
export const SCENARIO_FORMS = ['comparedPlans', ...PLAN_FORMS] as const;
export type ScenarioForm = (typeof SCENARIO_FORMS)[number];

/** The choices of the user on the page. The address stores them, so a link opens the page with the same choices. */
export interface PlanSettings {
  readonly keep: ScheduleKeep;
  readonly goal: Goal;
  readonly level: ScheduleLevel;
  readonly shown: ShownPlan;
  readonly form: PlanForm;
  readonly axis: GanttAxis;
  readonly colouring: GanttColouring;
  readonly groupId: number | null;
  /** The order whose critical chain is highlighted; null if there is none. */
  readonly chainOrderId: number | null;
  readonly view: ScheduleView;
  /** The chosen scenario; null for the newest scenario. */
  readonly scenarioId: number | null;
  /** The scenario with which the chosen scenario is compared; null for the present plan. */
  readonly otherId: number | null;
  readonly scenarioForm: ScenarioForm;
}

const choose = <V extends string>(values: readonly V[], text: string | null, initial: V): V =>
  values.find((value) => value === text) ?? initial;

const readId = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;

/** The settings that apply if the address does not contain them. */
const DEFAULTS: PlanSettings = {
  keep: 'keepOrder',
  goal: 'tardiness',
  level: 'quickSearch',
  shown: 'proposedPlan',
  form: 'planAsChart',
  axis: 'device',
  colouring: 'byLateness',
  groupId: null,
  chainOrderId: null,
  view: 'scheduleRuns',
  scenarioId: null,
  otherId: null,
  scenarioForm: 'comparedPlans',
};

/** Reads the settings of the page from its address, and changes them there. */
export function usePlanSettings(): [PlanSettings, (changes: Partial<PlanSettings>) => void] {
  const [params, setParams] = useSearchParams();
  const settings: PlanSettings = {
    keep: choose(SCHEDULE_KEEPS, params.get('keep'), DEFAULTS.keep),
    goal: choose(SCHEDULE_GOALS, params.get('goal'), DEFAULTS.goal),
    level: choose(SCHEDULE_LEVELS, params.get('level'), DEFAULTS.level),
    shown: choose(SHOWN_PLANS, params.get('shown'), DEFAULTS.shown),
    form: choose(PLAN_FORMS, params.get('form'), DEFAULTS.form),
    axis: choose(GANTT_AXES, params.get('axis'), DEFAULTS.axis),
    colouring: choose(GANTT_COLOURINGS, params.get('colouring'), DEFAULTS.colouring),
    groupId: readId(params.get('groupId')),
    chainOrderId: readId(params.get('chainOrderId')),
    view: choose(SCHEDULE_VIEWS, params.get('view'), DEFAULTS.view),
    scenarioId: readId(params.get('scenarioId')),
    otherId: readId(params.get('otherId')),
    scenarioForm: choose(SCENARIO_FORMS, params.get('scenarioForm'), DEFAULTS.scenarioForm),
  };
  const change = (changes: Partial<PlanSettings>): void =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) {
          if (value === null || value === DEFAULTS[name as keyof PlanSettings]) next.delete(name);
          else next.set(name, String(value));
        }
        return next;
      },
      { replace: true },
    );
  return [settings, change];
}
