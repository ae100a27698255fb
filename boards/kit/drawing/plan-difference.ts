import { getStateStyle, LATE_STYLE, type StateStyle } from '#client/kit/elements/state-style.ts';

interface PlanDifference {
  readonly term: 'onPlan' | 'aheadOfPlan' | 'behindPlan';
  readonly stateStyle: StateStyle;
  readonly arrow: '↓' | '↑' | '';
  readonly isBehind: boolean;
}

/** Returns the word, the style and the arrow for the difference of a quantity from its plan, by its sign. */
export function describePlanDifference(difference: number): PlanDifference {
  if (difference < 0) return { term: 'behindPlan', stateStyle: LATE_STYLE, arrow: '↓', isBehind: true };
  return {
    term: difference > 0 ? 'aheadOfPlan' : 'onPlan',
    stateStyle: getStateStyle('completed'),
    arrow: difference > 0 ? '↑' : '',
    isBehind: false,
  };
}
