import type { BoardVariableValues } from './widget.ts';

/**
 * Makes the parameter `workGroupId` of a report: the group of the setting, otherwise the group of the board. Without
 * either the report is for the whole factory.
 */
export function makeGroupParameter(
  workGroupId: number | null,
  { group }: BoardVariableValues,
): { workGroupId?: string } {
  const id = workGroupId ?? group;
  return id === undefined || id === '' ? {} : { workGroupId: String(id) };
}
