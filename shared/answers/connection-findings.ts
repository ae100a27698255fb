/**
 * The possible results of a connection test to a folder or a file server. They do not tell why a place cannot be
 * reached, because the reason would reveal what exists in the network or on the disk.
 */
const CONNECTION_FINDINGS = ['folderReady', 'serverAnswers', 'placeNotAllowed', 'placeNotReached'] as const;
export type ConnectionFinding = (typeof CONNECTION_FINDINGS)[number];
