import { findPartInput, PART_INPUT_NAMES } from '#shared/formula/part-inputs.ts';
import { makeError } from '#shared/kernel/errors.ts';

/**
 * Refuses a formula of times if one of its inputs is not a value of a part.
 * @param field the field of the form that is refused
 * @throws formulaInputUnknown
 */
export function refuseUnknownPartInputs(
  formula: string,
  inputs: readonly { name: string }[],
  field: string,
): void {
  const unknownInput = inputs.find(({ name }) => findPartInput(name) === undefined);
  if (!unknownInput) return;
  throw makeError(
    'formulaInputUnknown',
    {
      formula,
      input: unknownInput.name,
      inputs: Object.entries(PART_INPUT_NAMES)
        .map(([name, [chineseName]]) => `${chineseName} / ${name}`)
        .join(', '),
    },
    { [field]: { reason: 'notAChoice' } },
  );
}
