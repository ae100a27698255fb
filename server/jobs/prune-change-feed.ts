import { pruneFeed } from './prune-feed.ts';
import { HOUR_SECONDS, type Job } from './job.ts';

/** Removes what the change feed has told long ago. */
export const pruneChangeFeed: Job = {
  name: 'pruneChangeFeed',
  everySeconds: HOUR_SECONDS,
  run: pruneFeed,
};
