/** The SHA-256 of bytes, in lower-case hexadecimal. Never inside a write: a database's transaction does not wait for it. */
export async function digestOf(bytes: BufferSource): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
