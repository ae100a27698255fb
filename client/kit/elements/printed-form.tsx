import { useEffect, useState, type ReactNode } from 'react';
import { createPortal, flushSync } from 'react-dom';
import './printed-form.css';

/** Tells whether the browser prints the page now. A print dialog that is open prints its own sheet instead. */
function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    // The browser lays the paper out right after the event, so the form has to be there before.
    const begin = () => flushSync(() => setIsPrinting(document.querySelector('.print-dialog') === null));
    const end = () => setIsPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}

/** Prints a form instead of the page that shows it, for example after Ctrl+P. It exists only while the browser prints. */
export function PrintedForm({ children }: { children: ReactNode }) {
  const isPrinting = useIsPrinting();
  if (!isPrinting) return null;
  return createPortal(<div className="printed-form">{children}</div>, document.body);
}
