import { createStore } from '../state/create-store.ts';

/** How long a toast is shown. The specification (§9) sets this time for errors. */
const TOAST_DURATION_MS = 3000;

export type ToastKind = 'error' | 'success' | 'info';
/** A short message over the page. */
interface Toast {
  readonly id: number;
  readonly kind: ToastKind;
  readonly text: string;
}

const toastStore = createStore<readonly Toast[]>([]);
let lastToastId = 0;

export const closeToast = (id: number): void =>
  toastStore.set(toastStore.get().filter((toast) => toast.id !== id));

function showToast(kind: ToastKind, text: string): void {
  // Several calls that fail for the same reason show only one toast.
  if (toastStore.get().some((toast) => toast.text === text && toast.kind === kind)) return;
  const id = ++lastToastId;
  toastStore.set([...toastStore.get().slice(-3), { id, kind, text }]);
  setTimeout(() => closeToast(id), TOAST_DURATION_MS);
}

/** Shows an error for 3 seconds; the user can close it earlier. */
export const showError = (text: string): void => showToast('error', text);
export const showSuccess = (text: string): void => showToast('success', text);
export const showInfo = (text: string): void => showToast('info', text);

export const getShownToasts = (): readonly Toast[] => toastStore.get();

export const useToasts = (): readonly Toast[] => toastStore.useValue();
