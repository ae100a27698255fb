let nextLineNumber = 1;

/** Makes an import row: one piece, from a local time until 23:59 of that day, by a person, on a device, or both. */
export const makePastReportRow = (
  processId: number,
  startedAt: string,
  who: { employeeId?: number; deviceId?: number },
) => ({
  line: nextLineNumber++,
  processId,
  deviceId: who.deviceId ?? null,
  people: who.employeeId ? [{ employeeId: who.employeeId }] : [],
  phase: 'run',
  startedAt,
  endedAt: `${startedAt.slice(0, 11)}23:59`,
  good: 1,
});
