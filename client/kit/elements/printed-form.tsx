import { useEffect, useState, type ReactNode } from 'react';
import { createPortal, flushSync } from 'react-dom';
import './printed-form.css';

/** Tells whether the browser prints the page now. A print dialog that is open prints its own sheet instead. */
function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    // The browser lays out the pages right after this event, so the form must be rendered at once.
    const startPrinting = () =>
      flushSync(() => setIsPrinting(document.querySelector('.print-dialog') === null));
    const endPrinting = () => setIsPrinting(false);
    window.addEventListener('beforeprint', startPrinting);
    window.addEventListener('afterprint', endPrinting);
    return () => {
      window.removeEventListener('beforeprint', startPrinting);
      window.removeEventListener('afterprint', endPrinting);
    };
  }, []);
  return isPrinting;
}

/**
 * Prints a form instead of the page that shows it, for example after Ctrl+P. The form is rendered only while
 * the browser prints.
 */
export function PrintedForm({ children }: { children: ReactNode }) {
  const isPrinting = useIsPrinting();
  if (!isPrinting) return null;
  return createPortal(<div className="printed-form">{children}</div>, document.body);
}
