/** The possible results of a connection test to a file server. */
const CONNECTION_FINDINGS = [
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
