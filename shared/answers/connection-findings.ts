/**
 * The possible results of a connection test to a file server. They do not contain the reason why a place
 * cannot be reached, because the reason would reveal what else exists there.
 */
const CONNECTION_FINDINGS = ['folderReady', 'serverAnswers', 'placeNotAllowed', 'placeNotReached'] as const;
export type ConnectionFinding = (typeof CONNECTION_FINDINGS)[number];
