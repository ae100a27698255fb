import { Button, DialogBody, DialogFooter } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { useT } from '../words/t.ts';
import { Dialog } from './dialog.tsx';
import './print-dialog.css';

interface Props {
  title: string;
  onClose: () => void;
  /** The sheet: an element with the class `print-sheet`. */
  children: ReactNode;
}

/** Shows a sheet as it looks on paper, and prints it on A4. */
export function PrintDialog({ title, onClose, children }: Props) {
  const t = useT();
  return (
    <Dialog isOpen title={title} className="print-dialog" onClose={onClose}>
      {/* A sheet may be longer than the dialog. The body must be focusable, so that the arrow keys can scroll it. */}
      <DialogBody tabIndex={0} role="region" aria-label={title}>
        {children}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('dismiss')} onClick={onClose} />
            <Button intent="primary" text={t('print')} onClick={() => window.print()} />
          </>
        }
      />
    </Dialog>
  );
}
