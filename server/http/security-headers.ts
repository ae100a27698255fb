import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/**
 * Returns the websocket addresses of the host; 'self' if its name is missing or has unusual characters. Some
 * browsers do not treat a websocket of the same host as 'self', so the policy names the host.
 */
const getWebsocketOrigins = (request: IncomingMessage): string => {
  const { host } = request.headers;
  return host && /^[\w.:[\]-]+$/.test(host) ? `ws://${host} wss://${host}` : "'self'";
};

/**
 * Makes the handler that sets the security headers. All of these headers work without TLS, because many
 * factories use plain HTTP on their own network. A proxy with TLS can add headers that need TLS.
 */
export const makeSecurityHeadersHandler = (): RequestHandler =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'self'"],
        formAction: ["'self'"],
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'data:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", getWebsocketOrigins],
        workerSrc: ["'self'", 'blob:'],
      },
    },
    strictTransportSecurity: false,
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    referrerPolicy: { policy: 'same-origin' },
  });
