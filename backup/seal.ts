/** Encrypts a file with a passphrase: AES-256-GCM with a key derived by PBKDF2-SHA-256. */

/** Encrypts files like the passphrase, without revealing it. */
export interface SealingKey {
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly key: CryptoKey;
}

/** The first bytes of an encrypted file; the last character is the version of the format. */
const MARK = new TextEncoder().encode('HOLDFAST-SEALED1');
const SALT = 16;
const IV = 12;
/** As OWASP recommends for PBKDF2-SHA-256. */
const ITERATIONS = 600_000;
const MOST_ITERATIONS = 10_000_000;
const HEAD = MARK.length + 4 + SALT + IV;

async function keyOf(passphrase: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<CryptoKey> {
  // The same characters may be typed as different code points.
  const secret = await crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(passphrase.normalize('NFKC')),
    'PBKDF2',
    false,
    ['deriveKey'],
  );
  return await crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations },
    secret,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}

/**
 * The key derived from a passphrase; the passphrase cannot be recovered from it, and it cannot be exported from the
 * device.
 */
export async function sealingKey(passphrase: string): Promise<SealingKey> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT));
  return { salt, key: await keyOf(passphrase, salt, ITERATIONS) };
}

/** The file encrypted with a passphrase's key. Its authenticated header contains salt and rounds. */
export async function seal(
  bytes: Uint8Array<ArrayBuffer>,
  { salt, key }: SealingKey,
): Promise<Uint8Array<ArrayBuffer>> {
  const head = new Uint8Array(HEAD);
  head.set(MARK);
  new DataView(head.buffer).setUint32(MARK.length, ITERATIONS);
  head.set(salt, MARK.length + 4);
  crypto.getRandomValues(head.subarray(MARK.length + 4 + SALT));
  const { iv } = partsOf(head);
  const closed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: head }, key, bytes);
  const whole = new Uint8Array(HEAD + closed.byteLength);
  whole.set(head);
  whole.set(new Uint8Array(closed), HEAD);
  return whole;
}

function partsOf(head: Uint8Array<ArrayBuffer>): {
  readonly iterations: number;
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly iv: Uint8Array<ArrayBuffer>;
} {
  const at = MARK.length + 4;
  return {
    iterations: new DataView(head.buffer, head.byteOffset).getUint32(MARK.length),
    salt: head.slice(at, at + SALT),
    iv: head.slice(at + SALT, HEAD),
  };
}

/** True for a file that `seal` created. */
export function isSealed(bytes: Uint8Array): boolean {
  return bytes.length > HEAD && MARK.every((byte, index) => bytes[index] === byte);
}

/** The decrypted file; null when the passphrase is wrong, or the file was changed. */
export async function unseal(
  bytes: Uint8Array<ArrayBuffer>,
  passphrase: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const head = bytes.slice(0, HEAD);
  const { iterations, salt, iv } = partsOf(head);
  if (iterations < 1 || iterations > MOST_ITERATIONS) return null;
  try {
    return new Uint8Array(
      await crypto.subtle.decrypt(
        { name: 'AES-GCM', iv, additionalData: head },
        await keyOf(passphrase, salt, iterations),
        bytes.subarray(HEAD),
      ),
    );
  } catch {
    return null;
  }
}
