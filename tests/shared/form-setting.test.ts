import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { getFormFields } from '#shared/entities/forms.ts';
import { validateRecord } from '#shared/kernel/validate.ts';
import { FORM_NAMES } from '#shared/rules/form-names.ts';
import { buildFormFields, isLockedField, getShownFields } from '#shared/rules/form-setting.ts';
import { moveItem } from '#shared/rules/move-item.ts';
import { makeFieldValues } from '#tests/support/makers.ts';

const makeArbitraryFieldSetting = (names: readonly string[]) =>
  fc.record({
    field: fc.constantFrom(...names, 'noSuchField'),
    shown: fc.boolean(),
    required: fc.boolean(),
    initial: fc.option(fc.constantFrom('1', 'true', 'normal', 'x', ''), { nil: null }),
  });

describe('a form as a factory arranges it', () => {
  test('can be filled in, whatever is stored', () => {
    for (const form of FORM_NAMES) {
      const fields = getFormFields(form);
      const names = Object.keys(fields);
      expect(names.length, form).toBeGreaterThan(3);
      fc.assert(
        fc.property(fc.array(makeArbitraryFieldSetting(names)), (storedSettings) => {
          const arrangedFields = buildFormFields(fields, storedSettings);
          expect(arrangedFields.map(({ name }) => name).sort()).toEqual([...names].sort());
          for (const arrangedField of arrangedFields) {
            if (isLockedField(fields[arrangedField.name]!))
              expect([arrangedField.shown, arrangedField.required]).toEqual([true, true]);
            if (arrangedField.required) expect(arrangedField.shown).toBe(true);
          }
          const shownFields = getShownFields(arrangedFields);
          const fileFieldNames = Object.keys(shownFields).filter(
            (name) => shownFields[name]!.kind === 'file',
          );
          const filledValues = {
            ...makeFieldValues(shownFields, () => 1),
            ...Object.fromEntries(fileFieldNames.map((name) => [name, 1])),
          };
          expect(validateRecord(shownFields, filledValues).problems).toBeUndefined();
        }),
        { numRuns: 30 },
      );
    }
  });

  test('shows fields in the stored order, and fields without a setting last', () => {
    const fields = getFormFields('part');
    const names = buildFormFields(fields, [
      { field: 'spec', shown: true, required: false, initial: null },
      { field: 'code', shown: true, required: false, initial: null },
    ]).map(({ name }) => name);
    expect(names.slice(0, 2)).toEqual(['spec', 'code']);
    expect(names.slice(2)).toEqual(Object.keys(fields).filter((name) => name !== 'spec' && name !== 'code'));
  });

  test('begins with the factory’s initial value if the field still accepts it', () => {
    const readInitialValue = (text: string) =>
      buildFormFields(getFormFields('workOrder'), [
        { field: 'priority', shown: true, required: false, initial: text },
      ])[0]!.field.initial;
    expect([readInitialValue('3'), readInitialValue('99'), readInitialValue('many')]).toEqual([3, 5, 5]);
  });

  test('moves one item to the place of another, and keeps the order of the rest', () => {
    const moveAndJoin = (name: string, to: string) =>
      moveItem(['a', 'b', 'c', 'd'], (item) => item, name, to).join('');
    expect([
      moveAndJoin('a', 'c'),
      moveAndJoin('d', 'a'),
      moveAndJoin('b', 'b'),
      moveAndJoin('x', 'a'),
    ]).toEqual(['bcad', 'dabc', 'abcd', 'abcd']);
  });
});
