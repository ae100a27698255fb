import type { GroupScopeField } from '#shared/boards/group-scope.ts';
import type { BoardVariable } from '#shared/boards/board.ts';
import type { BoardVariableValues } from './widget.ts';

const VARIABLE_BY_FIELD = {
  workshopId: 'workshop',
  productionLineId: 'line',
  workGroupId: 'group',
} as const satisfies Record<GroupScopeField, BoardVariable>;
const FIELDS = Object.keys(VARIABLE_BY_FIELD) as GroupScopeField[];

/**
 * Builds the parameters of a report that restrict it to a workshop, a line or a group. If the tile's own settings name
 * one of these, the variables of the board do not apply. The server refuses a variable that is no id.
 * @param settings the values of `GROUP_SCOPE_FIELDS` in the settings of the tile
 * @returns an object without the parameters that are not set
 */
export function buildGroupScopeParams(
  settings: { readonly [field in GroupScopeField]?: number | null },
  variables: BoardVariableValues,
): Record<string, string> {
  const hasOwnScope = FIELDS.some((field) => typeof settings[field] === 'number');
  return Object.fromEntries(
    FIELDS.flatMap((field) => {
      const id = hasOwnScope ? settings[field] : variables[VARIABLE_BY_FIELD[field]]?.trim();
      return id === null || id === undefined || id === '' ? [] : [[field, String(id)]];
    }),
  );
}
