import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Request, RequestHandler, Response } from 'express';

/** Encodings that the build precompressed, best first. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;
/** Paths of files. A missing file gets 404, not the page. */
const FILE_PATH = /^\/assets\/|\.(js|mjs|css|map|svg|png|jpg|webp|ico|woff2?|json|txt|webmanifest)$/i;

/** The request paths of all files of the built client. */
function listFiles(folder: string): Set<string> {
  if (!existsSync(folder)) return new Set();
  const found = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Set(
    found
      .filter((one) => one.isFile())
      .map((one) => `/${relative(folder, join(one.parentPath, one.name)).split(sep).join('/')}`),
  );
}

/** Files with hashed names are immutable; browsers revalidate all others. */
const cacheControl = (path: string): string =>
  path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';

/** Serves the built client: its files, and index.html for every page URL. */
export function clientFiles(folder: string): RequestHandler[] {
  const files = listFiles(folder);

  const send = (request: Request, response: Response, path: string): void => {
    response
      .type(/\.[^.]+$/.exec(path)![0])
      .set('cache-control', cacheControl(path))
      .vary('accept-encoding');
    const compressed = ENCODINGS.find(
      ([name, ending]) => files.has(path + ending) && request.acceptsEncodings(name),
    );
    if (compressed) response.set('content-encoding', compressed[0]);
    response.sendFile(compressed ? path + compressed[1] : path, {
      root: folder,
      cacheControl: false,
      acceptRanges: false,
    });
  };

  const file: RequestHandler = (request, response, next) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || !files.has(request.path) || request.path === '/index.html') next();
    else send(request, response, request.path);
  };
  const page: RequestHandler = (request, response, next) => {
    const wantsPage =
      (request.method === 'GET' || request.method === 'HEAD') && request.accepts('html') !== false;
    if (!wantsPage || FILE_PATH.test(request.path) || !files.has('/index.html')) next();
    else send(request, response, '/index.html');
  };
  return [file, page];
}
