import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { FieldMap } from '#shared/kernel/fields.ts';
import type { FormName } from '#shared/rules/form-names.ts';
import { qualityFields } from '#shared/entities/quality-form-fields.ts';
import { reportFormFields } from '#shared/entities/report-form-fields.ts';
import { entities, type EntityName } from './index.ts';

/** A form that a factory can configure: that of an entity, or of an action with fields of its own. */
interface ArrangedForm {
  readonly entity?: EntityName;
  /** Fields of the entity that the form omits, because the place where it is opened determines them. */
  readonly fixed?: readonly string[];
  /** The fields of a form without an entity. */
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

/** The form for rows of an entity, if it can be configured. */
export const formOf = (entity: string): FormName | undefined =>
  (Object.keys(FORMS) as FormName[]).find((name) => FORMS[name].entity === entity);

/** The entity whose rows a form edits; undefined for the form of an action. */
export const formEntity = (name: FormName): EntityName | undefined => FORMS[name].entity;

const known = new Map<FormName, FieldMap>();

/** The declared fields of a form that a person fills in, without fixed ones and those that the server sets. */
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
