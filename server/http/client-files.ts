import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Request, RequestHandler, Response } from 'express';

/** What the build compressed beforehand, best first. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;
/** Addresses of files; what is missing of these is not answered with the page. */
const FILE = /^\/assets\/|\.(js|mjs|css|map|svg|png|jpg|webp|ico|woff2?|json|txt|webmanifest)$/i;

/** Every file of the built client, as the path that it is asked for by. */
function filesOf(folder: string): Set<string> {
  if (!existsSync(folder)) return new Set();
  const found = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Set(
    found
      .filter((one) => one.isFile())
      .map((one) => `/${relative(folder, join(one.parentPath, one.name)).split(sep).join('/')}`),
  );
}

/** Hashed names never change their content; everything else is asked for anew each time. */
const cacheControl = (path: string): string =>
  path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';

/** Serves the built client: its files, and its page for every address that a person may open. */
export function clientFiles(folder: string): RequestHandler[] {
  const files = filesOf(folder);

  const send = (request: Request, response: Response, path: string): void => {
    response
      .type(/\.[^.]+$/.exec(path)![0])
      .set('cache-control', cacheControl(path))
      .vary('accept-encoding');
    const packed = ENCODINGS.find(
      ([name, ending]) => files.has(path + ending) && request.acceptsEncodings(name),
    );
    if (packed) response.set('content-encoding', packed[0]);
    response.sendFile(packed ? path + packed[1] : path, {
      root: folder,
      cacheControl: false,
      acceptRanges: false,
    });
  };

  const file: RequestHandler = (request, response, next) => {
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (!reads || !files.has(request.path) || request.path === '/index.html') next();
    else send(request, response, request.path);
  };
  const page: RequestHandler = (request, response, next) => {
    const asks = (request.method === 'GET' || request.method === 'HEAD') && request.accepts('html') !== false;
    if (!asks || FILE.test(request.path) || !files.has('/index.html')) next();
    else send(request, response, '/index.html');
  };
  return [file, page];
}
