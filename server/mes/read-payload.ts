import { Transform, type Readable } from 'node:stream';
import { fail } from '#shared/kernel/errors.ts';
import type { RawBackendCall } from '../call/backend.ts';
import type { RawRoute } from '../call/raw-route.ts';

type Payload = Pick<RawBackendCall, 'payload' | 'contentLength'>;

/**
 * The payload of a call, up to the limit of its route. A payload that is announced as larger is not read at all.
 * @throws tooLarge, also from the stream itself
 */
export function limitPayload({ payload, contentLength }: Payload, { limit }: RawRoute): Readable {
  const tooLarge = () => fail('tooLarge', { max: limit.words });
  if (contentLength !== null && contentLength > limit.bytes) throw tooLarge();
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > limit.bytes) done(tooLarge());
      else done(null, chunk);
    },
  });
  // A pipeline would close the request with the error, before anybody is told.
  payload.once('error', (error) => counted.destroy(error));
  payload.once('aborted', () => counted.destroy(new Error('The payload was broken off')));
  return payload.pipe(counted);
}

/**
 * Reads the whole payload into memory.
 * @throws tooLarge, paramCheckFailed where it was broken off
 */
export async function readPayload(call: Payload, route: RawRoute): Promise<Buffer> {
  const limited = limitPayload(call, route);
  const chunks: Buffer[] = [];
  let isWhole = false;
  limited.once('end', () => {
    isWhole = true;
  });
  for await (const chunk of limited as AsyncIterable<Buffer>) chunks.push(chunk);
  if (!isWhole) throw fail('paramCheckFailed');
  return Buffer.concat(chunks);
}
