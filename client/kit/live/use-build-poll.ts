import { useEffect } from 'react';
import { createPageReloader, fetchHealthyBuild } from './new-build.ts';

/** How often the server is asked for its build, in milliseconds. */
const BUILD_POLL_INTERVAL_MS = 30_000;

/**
 * Reloads a page that has no session, and thus no live connection, when a healthy server has a new build. An example
 * is a screen that nobody has paired yet.
 */
export function useBuildPoll(): void {
  useEffect(() => {
    const reloader = createPageReloader();
    const poll = async () => {
      const build = await fetchHealthyBuild();
      if (build !== null) await reloader.onBeat({ build });
    };
    const timer = setInterval(() => void poll(), BUILD_POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, []);
}
