/** The procedures of a craft; a procedure with a drawing number applies to that drawing only. */
export interface CraftProcedures {
  craftId: number;
  partCode: string | null;
}

/** Whether a procedure exists for a craft and a part. */
export const hasProcedure = (all: readonly CraftProcedures[], craftId: number, partCode: string): boolean =>
  all.some((one) => one.craftId === craftId && (one.partCode === null || one.partCode === partCode));
