import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core';
import { DuplicateIcon } from '@blueprintjs/icons';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { useT } from '#client/kit/words/t.ts';
import './password-dialog.css';

interface Props {
  title: string;
  text: string;
  /** The password; null closes the dialog. */
  password: string | null;
  onClose: () => void;
}

/** Shows a password with a button that copies it. */
export function PasswordDialog({ title, text, password, onClose }: Props) {
  const t = useT();
  const copy = async () => {
    // Browsers offer the clipboard only on https and localhost. Elsewhere, the dialog has no copy button.
    await navigator.clipboard.writeText(password ?? '');
    showSuccess(t('copied'));
  };
  return (
    <Dialog isOpen={password !== null} onClose={onClose} title={title} canOutsideClickClose={false}>
      <DialogBody>
        <p>{text}</p>
        <output className="told-password">{password}</output>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            {window.isSecureContext && (
              <Button icon={<DuplicateIcon />} text={t('copy')} onClick={() => void copy()} />
            )}
            <Button intent="primary" text={t('dismiss')} onClick={onClose} />
          </>
        }
      />
    </Dialog>
  );
}
