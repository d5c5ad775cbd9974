const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/u;

/** True for an identifier as devices and our server create them, in lower case. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
