/** Browsers and Node.js decode text alike (WHATWG Encoding), but the language's own library does not declare it. */
declare class TextDecoder {
  constructor(encoding: string, options?: { readonly fatal?: boolean });
  decode(bytes: Uint8Array): string;
}
