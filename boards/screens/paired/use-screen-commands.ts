import { useEffect, useRef, useState } from 'react';
import { IDENTIFY_DURATION_MS, PRESENCE_INTERVAL_MS } from '#shared/kernel/live.ts';
import { addScreenListener, reportPresence, useLiveState } from '#client/kit/live/live.ts';

const OWN_BUILD = import.meta.env.PROD ? __BUILD_ID__ : 'dev';

/**
 * Executes the commands for this paired screen, and reports regularly that the screen is on.
 * @param shownContent what the screen shows; null if it is not known yet
 * @param onOutdated called if the screen should show something else
 * @returns the name that the screen shows for some seconds; null otherwise
 */
export function useScreenCommands(
  shownContent: string | null,
  onOutdated: () => void,
): { identifiedName: string | null } {
  const [identifiedName, setIdentifiedName] = useState<string | null>(null);
  const { state } = useLiveState();
  const latestValues = useRef({ shown: shownContent, onOutdated, lagMs: null as number | null });
  latestValues.current = { ...latestValues.current, shown: shownContent, onOutdated };

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const removeListener = addScreenListener((message) => {
      if (message.command === 'show') latestValues.current.onOutdated();
      else if (message.command === 'reload') window.location.reload();
      else {
        setIdentifiedName(message.name);
        clearTimeout(timer);
        timer = setTimeout(() => setIdentifiedName(null), IDENTIFY_DURATION_MS);
      }
    });
    return () => {
      removeListener();
      clearTimeout(timer);
    };
  }, []);

  useEffect(() => {
    if (state !== 'live') return;
    const sendPresenceReport = () =>
      reportPresence(
        {
          build: OWN_BUILD,
          width: Math.round(window.innerWidth * window.devicePixelRatio),
          height: Math.round(window.innerHeight * window.devicePixelRatio),
          lagMs: latestValues.current.lagMs,
        },
        (expected, lagMs) => {
          latestValues.current.lagMs = lagMs;
          if (expected !== latestValues.current.shown) latestValues.current.onOutdated();
        },
      );
    sendPresenceReport();
    const timer = setInterval(sendPresenceReport, PRESENCE_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [state]);
  return { identifiedName };
}
