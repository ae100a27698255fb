import { useLayoutEffect, useState } from 'react';

/** The size of a box and of the text in it, in logical pixels. */
export interface BoxSize {
  readonly width: number;
  readonly height: number;
  readonly fontSizePx: number;
}

/**
 * Returns a function for the `ref` of a box, and the current size of the box. The size is null until it is measured.
 */
export function useBoxSize(): [(element: HTMLElement | null) => void, BoxSize | null] {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [size, setSize] = useState<BoxSize | null>(null);
  useLayoutEffect(() => {
    if (!element) return;
    const measureBox = () => {
      const { clientWidth: width, clientHeight: height } = element;
      const fontSizePx = Number.parseFloat(getComputedStyle(element).fontSize) || 1;
      setSize((previous) =>
        previous?.width === width && previous.height === height && previous.fontSizePx === fontSizePx
          ? previous
          : { width, height, fontSizePx },
      );
    };
    measureBox();
    const observer = new ResizeObserver(measureBox);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return [setElement, size];
}
