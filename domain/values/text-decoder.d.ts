/**
 * Browsers and Node.js decode text in the same way (WHATWG Encoding), but the standard library of the language does not
 * declare it.
 */
declare class TextDecoder {
  constructor(encoding: string, options?: { readonly fatal?: boolean });
  decode(bytes: Uint8Array): string;
}
