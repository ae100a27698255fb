import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { JSEncrypt } from 'jsencrypt';
import type { ParamCipher } from '#shared/kernel/wire.ts';
import { makeRandomHex } from './request-id.ts';

/** Makes the cipher that encrypts the parameter header with the server's public key. */
export function makeParamCipher(keyId: string, publicKey: string): ParamCipher {
  const rsa = new JSEncrypt();
  rsa.setPublicKey(publicKey);
  return {
    keyId,
    encrypt(block) {
      const encrypted = rsa.encryptOAEP(block);
      if (encrypted === false) throw new Error('The parameters could not be encrypted');
      return encrypted;
    },
    // Browsers disable crypto.subtle on plain HTTP, which some factory networks use.
    sha256: (text) => bytesToHex(sha256(utf8ToBytes(text))),
    makeNonce: () => makeRandomHex(8),
  };
}
