import { useEffect } from 'react';
import { createPageReloader, fetchHealthyBuild } from './new-build.ts';

/** How often the server is asked for its build, in milliseconds. */
const BUILD_POLL_INTERVAL_MS = 30_000;

/**
 * Reloads a page without a session, such as an unpaired screen, when a healthy server has a new build.
 * It asks the server regularly, because such a page has no live connection.
 */
export function useBuildPoll(): void {
  useEffect(() => {
    const reloader = createPageReloader();
    const pollBuild = async () => {
      const build = await fetchHealthyBuild();
      if (build !== null) await reloader.onBeat({ build });
    };
    const timer = setInterval(() => void pollBuild(), BUILD_POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, []);
}
