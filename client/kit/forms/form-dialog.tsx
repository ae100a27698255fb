import { Button, DialogBody, DialogFooter } from '@blueprintjs/core';
import type { FocusEvent, KeyboardEvent, ReactNode } from 'react';
import type { RowLink } from '#shared/kernel/errors.ts';
import { Dialog } from '../elements/dialog.tsx';
import { confirm } from '../messages/confirm.ts';
import { RefusalRows } from '../messages/refusal-rows.tsx';
import { FormArea } from './form-context.tsx';
import type { Form } from './use-form.ts';
import { useT } from '../words/t.ts';
import './form-dialog.css';

interface Props {
  title: string;
  /** The subject, shown under the title. */
  subject?: ReactNode;
  form: Form;
  busy: boolean;
  /** The verb on the submit button; null while nothing can be submitted. */
  submitText: string | null;
  danger?: boolean;
  /** The message of a refusal that concerns no single field. */
  refusal?: string | null;
  /** The rows that cause the refusal; the dialog links to them. */
  refusalRows?: readonly RowLink[];
  /** Whether the dialog asks for confirmation before it discards unsaved input. */
  confirmsDiscard?: boolean;
  /** Whether the dialog is wider than usual; 'page' is nearly as wide as the window. */
  wide?: boolean | 'page';
  /**
   * Whether Enter goes to the next field, so that nobody submits a half-filled long form. Then only the button,
   * Ctrl+Enter and Ctrl+S submit the form.
   */
  stepwise?: boolean;
  onSubmit: () => void;
  /** Submits the form and begins another one. If absent, the dialog has no button for this. */
  onSubmitAndAdd?: (() => void) | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** Selects the text of a number input on focus, so that typing replaces the number. */
function selectTextOfNumberInput(event: FocusEvent): void {
  const { target } = event;
  if (target instanceof HTMLInputElement && target.inputMode === 'decimal') target.select();
}

/** On Enter, focuses the next field. After the last field, focuses the submit button. */
function focusNextFieldOnEnter(event: KeyboardEvent<HTMLElement>): void {
  const { target } = event;
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
  if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
  event.preventDefault();
  const focusableElements = [
    ...(target.form?.querySelectorAll<HTMLElement>(
      'input:not(:disabled), select:not(:disabled), textarea:not(:disabled), button[type="submit"]',
    ) ?? []),
  ];
  focusableElements[focusableElements.indexOf(target) + 1]?.focus();
}

/** A form in a dialog. Enter submits the form unless `stepwise` is set; Escape closes the dialog. */
export function FormDialog({
  title,
  subject,
  form,
  busy,
  submitText,
  danger,
  refusal,
  refusalRows = [],
  confirmsDiscard,
  wide,
  stepwise = false,
  onSubmit,
  onSubmitAndAdd,
  onClose,
  children,
}: Props) {
  const t = useT();
  const closeDialog = async () => {
    if (busy) return;
    const wouldLoseInput = confirmsDiscard && form.dirty;
    if (
      wouldLoseInput &&
      !(await confirm({ title: t('leaveTitle'), text: t('leaveText'), yes: t('leave'), danger: true }))
    )
      return;
    onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={() => void closeDialog()}
      title={title}
      isCloseButtonShown={false}
      className={`form-dialog${wide === 'page' ? ' form-dialog-page' : wide ? ' form-dialog-wide' : ''}`}
    >
      <FormArea
        form={form}
        label={title}
        className="form-dialog-form"
        onSubmit={() => !busy && submitText !== null && onSubmit()}
      >
        <DialogBody className="form-dialog-body">
          {subject && <div className="form-dialog-about">{subject}</div>}
          {refusal && (
            <div className="form-dialog-refusal" role="alert">
              {refusal}
              {refusalRows.length > 0 && <RefusalRows rows={refusalRows} onLeave={onClose} />}
            </div>
          )}
          <div
            className="form-dialog-fields"
            role="presentation"
            onFocus={selectTextOfNumberInput}
            onKeyDown={stepwise ? focusNextFieldOnEnter : undefined}
          >
            {children}
          </div>
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button size="large" text={t('cancel')} disabled={busy} onClick={() => void closeDialog()} />
              {onSubmitAndAdd && (
                <Button size="large" text={t('saveAndAdd')} disabled={busy} onClick={onSubmitAndAdd} />
              )}
              {submitText !== null && (
                <Button
                  size="large"
                  type="submit"
                  intent={danger ? 'danger' : 'primary'}
                  text={submitText}
                  loading={busy}
                />
              )}
            </>
          }
        />
      </FormArea>
    </Dialog>
  );
}
