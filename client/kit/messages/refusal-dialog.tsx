import { Button, DialogBody, DialogFooter } from '@blueprintjs/core';
import { useEffect, useState } from 'react';
import { Dialog } from '../elements/dialog.tsx';
import { RefusalRows } from './refusal-rows.tsx';
import { closeRefusal, useRefusal, type ShownRefusal } from './refusals.ts';
import { useT } from '../words/t.ts';
import './refusal-dialog.css';

/** Shows a refusal with links to the rows that cause it. */
export function RefusalDialog() {
  const t = useT();
  const refusal = useRefusal();
  // The text stays visible while the dialog closes.
  const [lastRefusal, setLastRefusal] = useState<ShownRefusal | null>(null);
  useEffect(() => {
    if (refusal) setLastRefusal(refusal);
  }, [refusal]);
  const shownRefusal = refusal ?? lastRefusal;
  if (!shownRefusal) return null;
  const unlistedCount = shownRefusal.count - shownRefusal.rows.length;
  return (
    <Dialog
      isOpen={refusal !== null}
      onClose={closeRefusal}
      title={t('notDone')}
      isCloseButtonShown={false}
      style={{ inlineSize: 'min(480px, calc(100vw - 32px))' }}
    >
      <DialogBody>
        <p className="refusal-message">{shownRefusal.message}</p>
        <RefusalRows rows={shownRefusal.rows} onLeave={closeRefusal} />
        {unlistedCount > 0 && <p className="refusal-more">{t('andMore', { count: unlistedCount })}</p>}
      </DialogBody>
      <DialogFooter actions={<Button text={t('dismiss')} autoFocus onClick={closeRefusal} />} />
    </Dialog>
  );
}
