/** Converts a declared name to a column or table name: `workGroupId` to `work_group_id`. */
export const toSnakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** Returns the name of the table that stores the values of a field of the kind `refs` or `lines`. */
export const getListFieldTableName = (entity: string, field: string): string =>
  `${toSnakeCase(entity)}_${toSnakeCase(field)}`;
/** Returns the beginning of the names of a column's constraints, which end in `_unique`, `_fkey` or `_check`. */
export const getConstraintPrefix = (table: string, field: string): string => `${table}_${toSnakeCase(field)}`;
