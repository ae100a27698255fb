import { createStore } from '../state/create-store.ts';

/** How long an error stays: specification §9. */
const ERROR_TOAST_MS = 3000;

export type ToastKind = 'error' | 'success' | 'info';
/** A short message over the page. */
interface Toast {
  readonly id: number;
  readonly kind: ToastKind;
  readonly text: string;
}

const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

/** Closes a message before its time. */
export const closeToast = (id: number): void => toasts.set(toasts.get().filter((toast) => toast.id !== id));

function show(kind: ToastKind, text: string): void {
  // Ten calls that fail for one reason say it once.
  if (toasts.get().some((toast) => toast.text === text && toast.kind === kind)) return;
  const id = ++lastId;
  toasts.set([...toasts.get().slice(-3), { id, kind, text }]);
  setTimeout(() => closeToast(id), ERROR_TOAST_MS);
}

/** Says that something went wrong: closable, for 3 seconds. */
export const showError = (text: string): void => show('error', text);
/** Says that something was done. */
export const showSuccess = (text: string): void => show('success', text);
/** Says something that is neither. */
export const showInfo = (text: string): void => show('info', text);

/** The messages that are on the page now. */
export const shownToasts = (): readonly Toast[] => toasts.get();

/** The messages that are on the page now, for components. */
export const useToasts = (): readonly Toast[] => toasts.useValue();
