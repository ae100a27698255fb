import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Request, RequestHandler, Response } from 'express';

/** The encodings in which the build may have compressed a file, best first: name and file extension. */
const COMPRESSED_ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;
/** Matches paths that look like files. If the file is missing, the answer is 404 instead of index.html. */
const FILE_PATH_PATTERN = /^\/assets\/|\.(js|mjs|css|map|svg|png|jpg|webp|ico|woff2?|json|txt|webmanifest)$/i;

/** Lists the request paths of all files of the built client. */
function listClientFilePaths(folder: string): Set<string> {
  if (!existsSync(folder)) return new Set();
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Set(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`),
  );
}

/**
 * Returns the cache header of a path. Browsers keep the files in `/assets/`, whose names contain a hash, for
 * a year. They check every other file for changes at each use.
 */
const getCacheControl = (path: string): string =>
  path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';

/**
 * Serves the files of the built client. A GET or HEAD request for another path gets index.html if it accepts
 * HTML and the path does not look like a file.
 */
export function makeClientFileHandlers(folder: string): RequestHandler[] {
  const files = listClientFilePaths(folder);

  const sendClientFile = (request: Request, response: Response, path: string): void => {
    response
      .type(/\.[^.]+$/.exec(path)![0])
      .set('cache-control', getCacheControl(path))
      .vary('accept-encoding');
    const encoding = COMPRESSED_ENCODINGS.find(
      ([name, extension]) => files.has(path + extension) && request.acceptsEncodings(name),
    );
    if (encoding) response.set('content-encoding', encoding[0]);
    response.sendFile(encoding ? path + encoding[1] : path, {
      root: folder,
      cacheControl: false,
      acceptRanges: false,
    });
  };

  const serveFile: RequestHandler = (request, response, next) => {
    const isGetOrHead = request.method === 'GET' || request.method === 'HEAD';
    if (!isGetOrHead || !files.has(request.path) || request.path === '/index.html') next();
    else sendClientFile(request, response, request.path);
  };
  const servePage: RequestHandler = (request, response, next) => {
    const wantsPage =
      (request.method === 'GET' || request.method === 'HEAD') && request.accepts('html') !== false;
    if (!wantsPage || FILE_PATH_PATTERN.test(request.path) || !files.has('/index.html')) next();
    else sendClientFile(request, response, '/index.html');
  };
  return [serveFile, servePage];
}
