/** Converts a declared name to a column or table name: `workGroupId` to `work_group_id`. */
export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** The name of the table that stores the refs or lines of a field. */
export const ownedTable = (entity: string, field: string): string => `${snake(entity)}_${snake(field)}`;
/** The start of the names of a column's constraints. They end in `_unique`, `_fkey` or `_check`. */
export const constraintOf = (table: string, field: string): string => `${table}_${snake(field)}`;
