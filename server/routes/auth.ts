/** Sign-up, sign-in and session (000 §7.1). */
import { authRoutes } from '../../contract/auth.ts';
import { refreshToken, signOut } from '../access/sessions.ts';
import { registerUser, requestPasswordReset, resetPassword, signIn } from '../access/sign-in.ts';
import { serve, type Api } from './serve.ts';

export function serveAuth(api: Api): void {
  serve(
    api,
    authRoutes.login,
    async ({ body }, { services, address, device }) => await signIn(services, body, { address, device }),
  );
  serve(
    api,
    authRoutes.register,
    async ({ body }, { services, address, isLocal }) => await registerUser(services, body, address, isLocal),
  );
  serve(
    api,
    authRoutes.forgotPassword,
    async ({ body }, { services, address }) => await requestPasswordReset(services, body.email, address),
  );
  serve(
    api,
    authRoutes.resetPassword,
    async ({ body }, { services, address }) => await resetPassword(services, body.token, body.password, address),
  );
  serve(api, authRoutes.refresh, async (_input, { services, caller }) => await refreshToken(services, caller), {
    ownTransaction: true,
  });
  serve(api, authRoutes.logout, async (_input, { services, caller }) => await signOut(services, caller), {
    ownTransaction: true,
  });
}
