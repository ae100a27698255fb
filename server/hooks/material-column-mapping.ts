import { makeError } from '#shared/kernel/errors.ts';
import { refuseRepeatedValues } from './refuse-repeated-values.ts';
import type { DraftOf, HooksOf } from './hooks.ts';

type MaterialField = DraftOf<'materialColumnMapping'>['columns'][number]['materialField'];

/** The material fields that every mapping must have. */
const REQUIRED_MATERIAL_FIELDS: readonly MaterialField[] = ['code', 'name'];
const NUMBER_MATERIAL_FIELDS: ReadonlySet<MaterialField> = new Set(['defaultQuantity', 'standardPrice']);

/**
 * The columns of a mapping have different material fields and different headers. Each column has a header, a
 * default value or both. Only a column for a number may have a factor. A mapping has columns for the code and
 * the name.
 */
export const materialColumnMappingHooks: HooksOf<'materialColumnMapping'> = {
  batchable: true,
  beforeSave: async (_tx, next) => {
    refuseRepeatedValues(next, 'columns', 'materialField');
    refuseRepeatedValues(next, 'columns', 'columnHeader');
    const columns = next.columns;
    columns.forEach(({ materialField, columnHeader, defaultValue, factor }, index) => {
      if (columnHeader === null && defaultValue === null)
        throw makeError('fieldsInvalid', {}, { [`columns[${index}].columnHeader`]: { reason: 'required' } });
      if (factor !== null && !NUMBER_MATERIAL_FIELDS.has(materialField))
        throw makeError('fieldsInvalid', {}, { [`columns[${index}].factor`]: { reason: 'unknown' } });
      if (
        NUMBER_MATERIAL_FIELDS.has(materialField) &&
        defaultValue !== null &&
        !/^\d{1,10}(\.\d{1,4})?$/.test(defaultValue)
      )
        throw makeError(
          'fieldsInvalid',
          {},
          { [`columns[${index}].defaultValue`]: { reason: 'notANumber' } },
        );
    });
    const mappedFields = new Set(columns.map((column) => column.materialField));
    if (!REQUIRED_MATERIAL_FIELDS.every((field) => mappedFields.has(field)))
      throw makeError(
        'fieldsInvalid',
        {},
        { columns: { reason: 'tooFew', params: { min: REQUIRED_MATERIAL_FIELDS.length } } },
      );
  },
};
