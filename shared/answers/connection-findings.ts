/** What came of trying to reach a place where files lie. */
export const CONNECTION_FINDINGS = [
  'folderReady',
  'folderMissing',
  'folderClosed',
  'serverAnswers',
  'connectionRefused',
  'connectionTimedOut',
  'hostUnknown',
  'hostUnreachable',
] as const;
export type ConnectionFinding = (typeof CONNECTION_FINDINGS)[number];
