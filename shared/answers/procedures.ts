/** The scope of a procedure: a craft and, if `partCode` is set, only the part with this code. */
export interface ProcedureScope {
  craftId: number;
  partCode: string | null;
}

/** Whether one of the procedures applies to a craft and to the part with this code. */
export const hasProcedure = (scopes: readonly ProcedureScope[], craftId: number, partCode: string): boolean =>
  scopes.some(
    (scope) => scope.craftId === craftId && (scope.partCode === null || scope.partCode === partCode),
  );
