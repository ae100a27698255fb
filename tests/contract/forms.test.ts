import { expect, test } from 'vitest';
import {
  CHILD_PART_FORM_FIELDS,
  ORDER_FORM_FIELDS,
  PART_FORM_FIELDS,
  PROCESS_FORM_FIELDS,
} from '#client/features/order/form-fields.ts';
import {
  ARRANGEABLE_CLOSE_FIELDS,
  ARRANGEABLE_START_FIELDS,
} from '#client/production/reporting/report-fields.ts';
import { groupFields } from '#client/crud/edit/field-groups.ts';
import { getFormFields } from '#shared/entities/forms.ts';
import { entities, type EntityName } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { FORM_NAMES, type FormName } from '#shared/rules/form-names.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';

/** Lists the fields that a person fills in on the generated edit page of an entity. */
const listEditPageFields = (name: EntityName): string[] =>
  groupFields(entities[name] as EntityDeclaration)
    .filter(({ isDerived }) => !isDerived)
    .flatMap(({ names }) => names);

/** The fields that the screens of each form ask for. */
const FIELDS_OF_FORM_SCREENS: Partial<Record<FormName, readonly string[]>> = {
  project: listEditPageFields('project'),
  workOrder: [...ORDER_FORM_FIELDS.usualFields, ...ORDER_FORM_FIELDS.rareFields],
  // The form of a root part leaves out quantityPer, whose initial value is 1.
  part: [...PART_FORM_FIELDS.usualFields, ...PART_FORM_FIELDS.rareFields, 'quantityPer'],
  process: [...PROCESS_FORM_FIELDS.usualFields, ...PROCESS_FORM_FIELDS.rareFields],
  workReport: [...Object.keys(ARRANGEABLE_START_FIELDS), ...Object.keys(ARRANGEABLE_CLOSE_FIELDS)],
  masterPlan: listEditPageFields('masterPlanNode'),
};
/** The forms that no screen uses. The settings page marks them as unused. */
const UNUSED_FORMS: readonly FormName[] = ['qualityException'];

test('every form asks for all its arrangeable fields, and for no others', () => {
  for (const form of FORM_NAMES.filter((name) => !UNUSED_FORMS.includes(name)))
    expect([form, FIELDS_OF_FORM_SCREENS[form]?.toSorted()]).toEqual([
      form,
      Object.keys(getFormFields(form)).sort(),
    ]);
  expectItemsChecked('forms', Object.keys(FIELDS_OF_FORM_SCREENS).length);
});

test('the form of a child part also asks for the quantity per parent part', () => {
  const fieldsOfScreens = [...CHILD_PART_FORM_FIELDS.usualFields, ...CHILD_PART_FORM_FIELDS.rareFields];
  expect(fieldsOfScreens.toSorted()).toEqual(Object.keys(getFormFields('part')).sort());
});
