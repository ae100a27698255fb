import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { FieldMap } from '#shared/kernel/fields.ts';
import type { FormName } from '#shared/rules/form-names.ts';
import { qualityFields } from '#shared/entities/quality-form-fields.ts';
import { reportFormFields } from '#shared/entities/report-form-fields.ts';
import { entities, type EntityName } from './index.ts';

/** A form that a factory may arrange: that of an entity, or one of a verb with fields of its own. */
interface ArrangedForm {
  readonly entity?: EntityName;
  /** Fields of the entity that the form does not ask: they follow from where it is opened. */
  readonly fixed?: readonly string[];
  /** The fields of a form that is no entity's. */
  readonly fields?: FieldMap;
}

const FORMS: Readonly<Record<FormName, ArrangedForm>> = {
  project: { entity: 'project' },
  workOrder: { entity: 'workOrder' },
  part: { entity: 'part', fixed: ['orderId', 'parentId'] },
  process: { entity: 'process', fixed: ['partId'] },
  workReport: { fields: reportFormFields },
  masterPlan: { entity: 'masterPlanNode' },
  qualityException: { fields: qualityFields },
};

/** The form in which rows of an entity are filled in, where it can be arranged. */
export const formOf = (entity: string): FormName | undefined =>
  (Object.keys(FORMS) as FormName[]).find((name) => FORMS[name].entity === entity);

/** The entity whose rows a form fills in; undefined for the form of a verb. */
export const formEntity = (name: FormName): EntityName | undefined => FORMS[name].entity;

const known = new Map<FormName, FieldMap>();

/** The declared fields of a form: what a person fills in, without what the system sets and what is fixed. */
export function formFields(name: FormName): FieldMap {
  const cached = known.get(name);
  if (cached) return cached;
  const { entity, fixed = [], fields } = FORMS[name];
  const declared = entity ? (entities as Partial<Record<string, EntityDeclaration>>)[entity] : undefined;
  const made =
    fields ??
    Object.fromEntries(
      Object.entries(declared?.fields ?? {}).filter(
        ([field]) => !fixed.includes(field) && !declared?.derived?.includes(field),
      ),
    );
  known.set(name, made);
  return made;
}
