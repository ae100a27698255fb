/** That there are procedures for a craft; where they name one, for one drawing only. */
export interface CraftProcedures {
  craftId: number;
  partCode: string | null;
}

/** Whether there is a procedure for a craft on a part. */
export const hasProcedure = (all: readonly CraftProcedures[], craftId: number, partCode: string): boolean =>
  all.some((one) => one.craftId === craftId && (one.partCode === null || one.partCode === partCode));
