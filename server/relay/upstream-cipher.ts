import { constants, createHash, createPublicKey, publicEncrypt, randomBytes } from 'node:crypto';
import type { ParamCipher } from '#shared/kernel/wire.ts';

/**
 * Makes a cipher for the parameter header from the public key of an upstream MES.
 * @throws Error if the key is invalid
 */
export function makeUpstreamCipher(keyId: string, publicKey: string): ParamCipher {
  const key = createPublicKey(publicKey);
  return {
    keyId,
    encrypt: (block) =>
      publicEncrypt(
        { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
        Buffer.from(block, 'latin1'),
      ).toString('base64'),
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
    makeNonce: () => randomBytes(8).toString('hex'),
  };
}
