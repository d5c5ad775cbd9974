/** Headers of all replies. */
import type { Config } from './config.ts';

/**
 * Forbids inline scripts and styles, other origins, and markup or code from text; allows blob: for previews of
 * receipts.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  'frame-src blob:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types default',
].join('; ');

const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
};

/** A year; a browser that has connected by https then uses nothing else. */
const TRANSPORT_SECURITY = 'max-age=31536000';

/** The security headers; browsers that use https are told to use nothing else. */
export function securityHeaders({
  publicUrl,
  tls,
}: Pick<Config, 'publicUrl' | 'tls'>): Readonly<Record<string, string>> {
  return tls !== null || publicUrl.startsWith('https://')
    ? { ...SECURITY_HEADERS, 'strict-transport-security': TRANSPORT_SECURITY }
    : SECURITY_HEADERS;
}
