import { useLayoutEffect, useRef } from 'react';
import './fitted-text.css';

/** The text sizes from the largest to the smallest. Each has a class in the stylesheet. */
export const TEXT_SIZES = ['4xl', '3xl', '2xl', 'm', 's', 'xs'] as const;
export type TextSize = (typeof TEXT_SIZES)[number];

interface Props {
  /** The text, with line breaks. */
  children: string;
  /** The largest size that the text may have. */
  largest: TextSize;
  className?: string;
}

/**
 * Shows a text in the largest size with which the whole text fits into its box, but at most in `largest`. If it does
 * not even fit in the smallest size, its end is cut off.
 */
export function FittedText({ children: text, largest, className = '' }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    const outer = box.current;
    const inner = content.current;
    if (!outer || !inner) return;
    // The size is set without rendering, because each size must be measured.
    const fit = () => {
      for (const size of TEXT_SIZES.slice(TEXT_SIZES.indexOf(largest))) {
        outer.dataset['size'] = size;
        if (inner.offsetHeight <= outer.clientHeight && inner.scrollWidth <= outer.clientWidth) return;
      }
    };
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(outer);
    return () => observer.disconnect();
  }, [text, largest]);
  return (
    <div className={`fitted-text ${className}`} ref={box}>
      <p ref={content}>{text}</p>
    </div>
  );
}
