let nextLineNumber = 1;

/** Makes an import row: one piece by a person or on a device, from a local time until 23:59. */
export const makePastReportRow = (
  processId: number,
  startedAt: string,
  resources: { employeeId?: number; deviceId?: number },
) => ({
  line: nextLineNumber++,
  processId,
  deviceId: resources.deviceId ?? null,
  people: resources.employeeId ? [{ employeeId: resources.employeeId }] : [],
  phase: 'run',
  startedAt,
  endedAt: `${startedAt.slice(0, 11)}23:59`,
  good: 1,
});
