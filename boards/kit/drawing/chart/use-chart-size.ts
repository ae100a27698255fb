import { useLayoutEffect, useState } from 'react';

/** The size of an element and its text size, in logical pixels. */
export interface ChartSize {
  readonly width: number;
  readonly height: number;
  readonly text: number;
}

/**
 * Returns a function for the `ref` of an element, and the current size of the element. The size is null until the
 * element is measured.
 */
export function useChartSize(): [(element: HTMLElement | null) => void, ChartSize | null] {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [size, setSize] = useState<ChartSize | null>(null);
  useLayoutEffect(() => {
    if (!element) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      const text = Number.parseFloat(getComputedStyle(element).fontSize) || 1;
      setSize((known) =>
        known?.width === width && known.height === height && known.text === text
          ? known
          : { width, height, text },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return [setElement, size];
}
