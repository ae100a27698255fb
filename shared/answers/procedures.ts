/** What a procedure applies to: a craft and, if `partCode` is set, only the part with this code. */
export interface CraftProcedures {
  craftId: number;
  partCode: string | null;
}

/** Whether a procedure exists for a craft and a part. */
export const hasProcedure = (all: readonly CraftProcedures[], craftId: number, partCode: string): boolean =>
  all.some((one) => one.craftId === craftId && (one.partCode === null || one.partCode === partCode));
