// The service worker of the terminal, which opens the page without a network. The build replaces the three constants,
// so that each build has a different worker. The worker answers only requests for the page and its files; calls go to
// the network.
const BUILD = '__BUILD__';
const ENTRY_FILE = '__ENTRY__';
const FILES = ['__FILES__'];

const CACHE_PREFIX = 'mes-floor-';
const CACHE_NAME = CACHE_PREFIX + BUILD;
const PAGE = '/terminal';
/** After this time without an answer, the worker returns the stored page. */
const NETWORK_WAIT_MS = 4000;
const IGNORE_VARY = { ignoreVary: true };

/** Stores the page with its files. Fails if the server gets another build meanwhile; the next start tries again. */
async function keepPage() {
  const cache = await caches.open(CACHE_NAME);
  const page = await fetch(PAGE, { cache: 'reload' });
  if (!page.ok || !(await page.clone().text()).includes(ENTRY_FILE))
    throw new Error('The server has another build');
  await cache.addAll(FILES);
  await cache.put(PAGE, page);
  await self.skipWaiting();
}

/** Deletes the pages of earlier builds. */
async function deleteOldPages() {
  for (const name of await caches.keys())
    if (name.startsWith(CACHE_PREFIX) && name !== CACHE_NAME) await caches.delete(name);
  await self.clients.claim();
}

const wait = (ms) => new Promise((resume) => setTimeout(resume, ms));

/** Answers with the page of the server. If the server does not answer, answers with the stored page. */
async function answerPage(request) {
  const fetched = fetch(request).catch(() => null);
  const answer = await Promise.race([fetched, wait(NETWORK_WAIT_MS)]);
  if (answer && answer.status < 500) return answer;
  const kept = await (await caches.open(CACHE_NAME)).match(PAGE, IGNORE_VARY);
  return kept ?? (await fetched) ?? Response.error();
}

/** Answers with a stored file. The name of a file changes with its content, so a stored file is never outdated. */
async function answerFile(request) {
  const cache = await caches.open(CACHE_NAME);
  const kept = await cache.match(request, IGNORE_VARY);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && new URL(request.url).pathname.startsWith('/assets/'))
    await cache.put(request, answer.clone()).catch(() => undefined);
  return answer;
}

self.addEventListener('install', (event) => event.waitUntil(keepPage()));
self.addEventListener('activate', (event) => event.waitUntil(deleteOldPages()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(answerPage(request));
  else if (pathname.startsWith('/assets/') || FILES.includes(pathname))
    event.respondWith(answerFile(request));
});
