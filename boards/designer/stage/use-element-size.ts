import { useEffect, useState } from 'react';

/** Measures an element in CSS pixels. The size is 0 × 0 until the element is rendered. */
export function useElementSize(): {
  ref: (element: HTMLElement | null) => void;
  size: { readonly width: number; readonly height: number };
} {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      setSize({ width: Math.floor(width), height: Math.floor(height) });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return { ref: setElement, size };
}
