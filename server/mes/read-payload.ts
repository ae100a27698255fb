import { Transform, type Readable } from 'node:stream';
import { makeError } from '#shared/kernel/errors.ts';
import type { RawBackendCall } from '../call/backend.ts';
import type { RawRoute } from '../call/raw-route.ts';

type Payload = Pick<RawBackendCall, 'payload' | 'contentLength'>;

/**
 * Limits the payload stream of a call to the size that its route allows.
 * @returns a stream that fails with tooLarge if the payload exceeds the limit
 * @throws tooLarge if the declared size exceeds the limit
 */
export function limitPayload({ payload, contentLength }: Payload, { limit }: RawRoute): Readable {
  const makeTooLargeError = () => makeError('tooLarge', { max: limit.label });
  if (contentLength !== null && contentLength > limit.bytes) throw makeTooLargeError();
  let byteCount = 0;
  const countingStream = new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      byteCount += chunk.length;
      if (byteCount > limit.bytes) callback(makeTooLargeError());
      else callback(null, chunk);
    },
  });
  // `pipeline` is not used here: after an error it would close the connection before the caller gets an
  // answer.
  payload.once('error', (error) => countingStream.destroy(error));
  payload.once('aborted', () => countingStream.destroy(new Error('The payload was broken off')));
  return payload.pipe(countingStream);
}

/**
 * Reads the whole payload into memory.
 * @throws tooLarge, or another error if the payload was aborted
 */
export async function readPayload(call: Payload, route: RawRoute): Promise<Buffer> {
  const limitedPayload = limitPayload(call, route);
  const chunks: Buffer[] = [];
  let hasEnded = false;
  limitedPayload.once('end', () => {
    hasEnded = true;
  });
  for await (const chunk of limitedPayload as AsyncIterable<Buffer>) chunks.push(chunk);
  if (!hasEnded) throw makeError('paramCheckFailed');
  return Buffer.concat(chunks);
}
