import { useLayoutEffect, useRef } from 'react';
import './fitted-text.css';

/** The text sizes from the largest to the smallest. Each has a class in the stylesheet. */
export const TEXT_SIZES = ['4xl', '3xl', '2xl', 'm', 's', 'xs'] as const;
export type TextSize = (typeof TEXT_SIZES)[number];

interface Props {
  /** The text, with line breaks. */
  children: string;
  /** The largest size that the text may have. */
  largestSize: TextSize;
  className?: string;
}

/**
 * Shows a text in the largest size up to `largestSize` with which the whole text fits into its box. If
 * the text does not fit in the smallest size either, its end is cut off.
 */
export function FittedText({ children: text, largestSize, className = '' }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    const boxElement = box.current;
    const textElement = content.current;
    if (!boxElement || !textElement) return;
    // Sets the size directly on the element, because rendering each size to measure it would be slow.
    const fitText = () => {
      for (const size of TEXT_SIZES.slice(TEXT_SIZES.indexOf(largestSize))) {
        boxElement.dataset['size'] = size;
        if (
          textElement.offsetHeight <= boxElement.clientHeight &&
          textElement.scrollWidth <= boxElement.clientWidth
        )
          return;
      }
    };
    fitText();
    const observer = new ResizeObserver(fitText);
    observer.observe(boxElement);
    return () => observer.disconnect();
  }, [text, largestSize]);
  return (
    <div className={`fitted-text ${className}`} ref={box}>
      <p ref={content}>{text}</p>
    </div>
  );
}
