import type { ScenarioPatch } from '#shared/answers/schedule.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { findScenarioProblems } from '#shared/planning/scenario-problems.ts';

/**
 * Refuses a scenario without a name, and patches whose fields do not belong to their kind.
 * @throws fieldsInvalid
 */
export function refuseWrongScenario(name: string | null, patches: readonly ScenarioPatch[]): void {
  const problems = findScenarioProblems(name, patches);
  if (Object.keys(problems).length > 0) throw makeError('fieldsInvalid', {}, problems);
}
