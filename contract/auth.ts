/** Sign-up, sign-in and session (000 §3.1, §7.1). */
import { MIN_PASSWORD_LENGTH } from '../domain/service/access-rules.ts';
import { z } from './zod.ts';
import { requiredText, textSchema } from './common.ts';
import { route } from './route.ts';

/** Longer passwords only make hashing slower. */
const PASSWORD_MAX_LENGTH = 256;

/** Without invisible characters (Cf): with one, an address would look like another user's. */
export const emailSchema = textSchema(254).regex(/^[^\s@\p{Cf}]+@[^\s@\p{Cf}][^\s@.\p{Cf}]*\.[^\s@\p{Cf}]+$/u);
export const newPassword = z.string().min(MIN_PASSWORD_LENGTH).max(PASSWORD_MAX_LENGTH);
export const presentPassword = z.string().min(1).max(PASSWORD_MAX_LENGTH);

export const loginBody = z.object({ email: requiredText(254), password: presentPassword });
const tokenReply = z.object({ token: z.string() });
const messageReply = z.object({ message: z.string() });

export const registerBody = z.object({
  firstName: requiredText(100),
  surname: requiredText(100),
  email: emailSchema,
  password: newPassword,
  /** From the link `/register?code=…`, where registration is by invitation. */
  inviteCode: textSchema(100).exactOptional(),
});

export const authRoutes = {
  login: route({
    method: 'POST',
    path: '/auth/login',
    access: 'public',
    summary: 'Sign in',
    body: loginBody,
    reply: { status: 200, json: tokenReply },
  }),
  register: route({
    method: 'POST',
    path: '/auth/register',
    access: 'public',
    summary: 'Create a user; the first is the administrator',
    body: registerBody,
    reply: { status: 201, json: messageReply },
  }),
  forgotPassword: route({
    method: 'POST',
    path: '/auth/forgot-password',
    access: 'public',
    summary: 'Request a password reset link; the response is the same whether or not the e-mail address is registered',
    body: z.object({ email: requiredText(254) }),
    /**
     * False where the server has no mail, so that the link must be read on the server; says nothing about the address.
     * Only our server sends it.
     */
    reply: { status: 200, json: messageReply.extend({ mailSetUp: z.boolean().exactOptional() }) },
  }),
  resetPassword: route({
    method: 'POST',
    path: '/auth/reset-password',
    access: 'public',
    summary: 'Set a new password by a single-use link; ends all sessions',
    body: z.object({ token: z.string().min(1).max(200), password: newPassword }),
    reply: { status: 200, json: messageReply },
    extension: true,
  }),
  refresh: route({
    method: 'POST',
    path: '/auth/refresh',
    access: 'user',
    summary: 'Exchange a valid token for a new one',
    reply: { status: 200, json: tokenReply },
  }),
  logout: route({
    method: 'POST',
    path: '/auth/logout',
    access: 'user',
    summary: 'End this session',
    reply: { status: 204 },
    extension: true,
  }),
} as const;
