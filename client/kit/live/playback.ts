import { createContext, useContext } from 'react';
import type { SourceView } from './sources.ts';

/**
 * The time and the rows of a recording that is played back. Within a `PlaybackContext`, sources and clocks show the
 * recording instead of the present.
 */
export interface Playback {
  /** Returns the played time in milliseconds since 1970. */
  readonly getTime: () => number;
  /**
   * Calls a listener after each change of the played time or of the rows.
   * @returns a function that removes the listener
   */
  readonly subscribe: (listener: () => void) => () => void;
  /** Loads the recording of a source. Calls `listener` on changes until the returned function is called. */
  readonly watch: (path: string, params: Record<string, string>, listener: () => void) => () => void;
  /** Returns the rows of a source at the played time. The view is the same object until a row changes. */
  readonly getView: (path: string, params: Record<string, string>) => SourceView;
}

/** The playback in which a component is shown; null on live pages. */
export const PlaybackContext = createContext<Playback | null>(null);

export const usePlayback = (): Playback | null => useContext(PlaybackContext);
