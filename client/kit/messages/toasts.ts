import { createStore } from '../state/create-store.ts';

/** How long a toast of any kind is shown, by specification §9. */
const ERROR_TOAST_MS = 3000;

export type ToastKind = 'error' | 'success' | 'info';
/** A short message over the page. */
interface Toast {
  readonly id: number;
  readonly kind: ToastKind;
  readonly text: string;
}

const toasts = createStore<readonly Toast[]>([]);
let lastToastId = 0;

export const closeToast = (id: number): void => toasts.set(toasts.get().filter((toast) => toast.id !== id));

function showToast(kind: ToastKind, text: string): void {
  // Several calls that fail for the same reason show only one toast.
  if (toasts.get().some((toast) => toast.text === text && toast.kind === kind)) return;
  const id = ++lastToastId;
  toasts.set([...toasts.get().slice(-3), { id, kind, text }]);
  setTimeout(() => closeToast(id), ERROR_TOAST_MS);
}

/** Shows an error for 3 seconds; the user can close it earlier. */
export const showError = (text: string): void => showToast('error', text);
/** Shows that an action succeeded. */
export const showSuccess = (text: string): void => showToast('success', text);
/** Shows neutral information. */
export const showInfo = (text: string): void => showToast('info', text);

/** Returns the currently shown toasts. */
export const getShownToasts = (): readonly Toast[] => toasts.get();

/** Returns the currently shown toasts, for components. */
export const useToasts = (): readonly Toast[] => toasts.useValue();
