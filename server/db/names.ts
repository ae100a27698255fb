/** Converts a declared name to a column or table name: `workGroupId` to `work_group_id`. */
export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** The table that stores the refs or lines of a field. */
export const ownedTable = (entity: string, field: string): string => `${snake(entity)}_${snake(field)}`;
/** The prefix of a column's constraint names; `_unique`, `_fkey` or `_check` follows. */
export const constraintOf = (table: string, field: string): string => `${table}_${snake(field)}`;
