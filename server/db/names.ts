/** Converts a declared name to a column or table name: `workGroupId` to `work_group_id`. */
export const toSnakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** The name of the table that stores the refs or lines of a field. */
export const getOwnedTableName = (entity: string, field: string): string =>
  `${toSnakeCase(entity)}_${toSnakeCase(field)}`;
/** The start of the names of a column's constraints. They end in `_unique`, `_fkey` or `_check`. */
export const getConstraintPrefix = (table: string, field: string): string => `${table}_${toSnakeCase(field)}`;
