const WORKER_PATH = '/offline-worker.js';
const SCOPE = '/terminal';

/**
 * Registers the worker that opens the page without network. Browsers allow workers on safe origins only: HTTPS or this
 * machine. Elsewhere the queue of reports works, but the page must stay open while there is no network.
 */
export function registerOfflineWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker
    .register(WORKER_PATH, { scope: SCOPE, updateViaCache: 'none' })
    .catch((error: unknown) => console.warn('The page does not open without network', error));
}
