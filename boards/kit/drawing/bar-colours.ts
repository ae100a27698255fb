import { useMemo } from 'react';
import { theme } from '#client/kit/look/theme.ts';

/** The colours of the chart. A canvas cannot use CSS properties, so the colours are read from the stylesheet. */
export interface BarColours {
  readonly good: string;
  readonly scrap: string;
  readonly plan: string;
}

/** Reads the colours of the chart from the stylesheet that applies to an element. */
function readBarColours(element: Element): BarColours {
  const style = getComputedStyle(element);
  const readProperty = (name: string) => style.getPropertyValue(name).trim();
  return {
    good: readProperty('--wall-bar-done'),
    scrap: readProperty('--state-stop'),
    plan: readProperty('--state-action'),
  };
}

/** Returns the colours of a chart in an element, also after a change of the theme; null before there is an element. */
export function useBarColours(element: Element | null): BarColours | null {
  const isDark = theme.useIsDark();
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the theme changes what the stylesheet says
  return useMemo(() => element && readBarColours(element), [element, isDark]);
}
