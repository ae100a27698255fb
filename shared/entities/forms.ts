import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { FieldMap } from '#shared/kernel/fields.ts';
import type { FormName } from '#shared/rules/form-names.ts';
import { qualityExceptionFields } from '#shared/entities/quality-form-fields.ts';
import { reportFormFields } from '#shared/entities/report-form-fields.ts';
import { entities, type EntityName } from './index.ts';

/**
 * A form that a factory can configure. The form edits rows of an entity, or it belongs to an action and has its own
 * fields.
 */
interface ConfigurableForm {
  readonly entity?: EntityName;
  /** Fields of the entity that the form omits, because the page that opens the form sets them. */
  readonly omittedFields?: readonly string[];
  /** The fields of a form without an entity. */
  readonly fields?: FieldMap;
}

const CONFIGURABLE_FORMS: Readonly<Record<FormName, ConfigurableForm>> = {
  project: { entity: 'project' },
  workOrder: { entity: 'workOrder' },
  part: { entity: 'part', omittedFields: ['orderId', 'parentId'] },
  process: { entity: 'process', omittedFields: ['partId'] },
  workReport: { fields: reportFormFields },
  masterPlan: { entity: 'masterPlanNode' },
  qualityException: { fields: qualityExceptionFields },
};

/** Finds the configurable form that edits rows of an entity; undefined if there is none. */
export const findFormName = (entity: string): FormName | undefined =>
  (Object.keys(CONFIGURABLE_FORMS) as FormName[]).find((name) => CONFIGURABLE_FORMS[name].entity === entity);

/** Returns the entity whose rows a form edits; undefined for the form of an action. */
export const findFormEntity = (name: FormName): EntityName | undefined => CONFIGURABLE_FORMS[name].entity;

const formFieldsCache = new Map<FormName, FieldMap>();

/**
 * Returns the declared fields of a form, without those that the page or the server sets.
 */
export function getFormFields(name: FormName): FieldMap {
  const cached = formFieldsCache.get(name);
  if (cached) return cached;
  const { entity, omittedFields = [], fields } = CONFIGURABLE_FORMS[name];
  const declaration = entity ? (entities as Partial<Record<string, EntityDeclaration>>)[entity] : undefined;
  const formFields =
    fields ??
    Object.fromEntries(
      Object.entries(declaration?.fields ?? {}).filter(
        ([field]) => !omittedFields.includes(field) && !declaration?.derived?.includes(field),
      ),
    );
  formFieldsCache.set(name, formFields);
  return formFields;
}
