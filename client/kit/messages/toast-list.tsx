import { useT } from '../words/t.ts';
import { closeToast, useToasts, type ToastKind } from './toasts.ts';
import './toast-list.css';

const TOAST_MARKS: Record<ToastKind, string> = { error: '!', success: '✓', info: 'i' };

export function ToastList() {
  const toasts = useToasts();
  const t = useT();
  return (
    <div className="toast-list" role="region" aria-label={t('messages')} aria-live="polite">
      {toasts.map((toast) => (
        <div
          key={toast.id}
          className={`toast toast-${toast.kind}`}
          role={toast.kind === 'error' ? 'alert' : 'status'}
        >
          <span className="toast-mark" aria-hidden="true">
            {TOAST_MARKS[toast.kind]}
          </span>
          <span className="toast-text">{toast.text}</span>
          <button
            type="button"
            className="toast-close"
            aria-label={t('dismiss')}
            onClick={() => closeToast(toast.id)}
          >
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
