import { useEffect, useState } from 'react';

const IDLE_AFTER_MS = 3000;
const INPUT_EVENTS = ['pointermove', 'pointerdown', 'keydown'] as const;

/** Returns whether the screen has had no pointer or key input for three seconds; true until the first input. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(true);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onInput = () => {
      setIdle(false);
      clearTimeout(timer);
      timer = setTimeout(() => setIdle(true), IDLE_AFTER_MS);
    };
    for (const eventName of INPUT_EVENTS) window.addEventListener(eventName, onInput);
    return () => {
      clearTimeout(timer);
      for (const eventName of INPUT_EVENTS) window.removeEventListener(eventName, onInput);
    };
  }, []);
  return isIdle;
}
