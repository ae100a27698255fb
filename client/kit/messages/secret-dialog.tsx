import { Button, DialogBody, DialogFooter } from '@blueprintjs/core';
import { DuplicateIcon } from '@blueprintjs/icons';
import { showSuccess } from './toasts.ts';
import { Dialog } from '../elements/dialog.tsx';
import { useT } from '../words/t.ts';
import './secret-dialog.css';

interface Props {
  title: string;
  text: string;
  /** The secret, e.g. a password, which is never shown again; null closes the dialog. */
  secret: string | null;
  onClose: () => void;
}

/** Shows a secret with a button that copies it. */
export function SecretDialog({ title, text, secret, onClose }: Props) {
  const t = useT();
  const copySecret = async () => {
    // Browsers offer the clipboard only on https and localhost. Elsewhere, the dialog has no copy button.
    await navigator.clipboard.writeText(secret ?? '');
    showSuccess(t('copied'));
  };
  return (
    <Dialog isOpen={secret !== null} onClose={onClose} title={title} canOutsideClickClose={false}>
      <DialogBody>
        <p>{text}</p>
        <output className="told-secret">{secret}</output>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            {window.isSecureContext && (
              <Button icon={<DuplicateIcon />} text={t('copy')} onClick={() => void copySecret()} />
            )}
            <Button intent="primary" text={t('dismiss')} onClick={onClose} />
          </>
        }
      />
    </Dialog>
  );
}
