/** The column or table of a declared name: `workGroupId` is `work_group_id`. */
export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** The table that keeps the refs or lines of a field. */
export const ownedTable = (entity: string, field: string): string => `${snake(entity)}_${snake(field)}`;
/** What the name of a column's constraint begins with; its kind follows: `_unique`, `_fkey` or `_check`. */
export const constraintOf = (table: string, field: string): string => `${table}_${snake(field)}`;
