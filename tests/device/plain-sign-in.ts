/** The calls before a session (000 §7.1) of a server written from the specification alone. Its tokens have no `sub`. */
import { reply, type TestReply, type TestRequest } from './network.ts';

const EIGHT_HOURS_S = 8 * 60 * 60;

interface User {
  readonly name: string;
  readonly password: string;
  readonly isAdmin: boolean;
}

export interface PlainSignIn {
  /** Answers a call below `/auth/`; null for any other. */
  readonly answer: (request: TestRequest) => Promise<TestReply | null>;
  /** True for a token that was given out. */
  readonly knows: (token: string) => boolean;
  /** True for a token of the first user. */
  readonly isAdmin: (token: string) => boolean;
  /** Refuses a token from now on, as a server that was restarted with another key. */
  readonly forget: (token: string) => void;
}

/** Keeps users and tokens in memory; the first user is the administrator. */
export function plainSignIn(): PlainSignIn {
  const users = new Map<string, User>();
  const tokens = new Map<string, string>();
  let issued = 0;

  const tokenFor = (email: string): TestReply => {
    const user = users.get(email);
    issued += 1;
    // A signature that nobody checks; the number keeps tokens of the same second apart.
    const claims = {
      unique_name: user?.name,
      UserType: user?.isAdmin === true ? 1 : 0,
      exp: Math.floor(Date.now() / 1000) + EIGHT_HOURS_S,
    };
    const token = [JSON.stringify({ alg: 'HS256' }), JSON.stringify(claims), `signature ${issued}`]
      .map((part) => Buffer.from(part).toString('base64url'))
      .join('.');
    tokens.set(token, email);
    return reply(200, { token });
  };

  const calls: Readonly<Record<string, (body: Readonly<Record<string, string>>, token: string) => TestReply>> = {
    '/auth/register': ({ firstName = '', surname = '', email = '', password = '' }) => {
      if (users.has(email)) return reply(400, { message: 'The e-mail is taken' });
      users.set(email, { name: `${firstName} ${surname}`, password, isAdmin: users.size === 0 });
      return reply(200);
    },
    '/auth/login': ({ email = '', password = '' }) =>
      users.get(email)?.password === password ? tokenFor(email) : reply(401, { message: 'Wrong e-mail or password' }),
    '/auth/refresh': (_body, token) => {
      const email = tokens.get(token);
      return email === undefined ? reply(401, { message: 'Unauthorized' }) : tokenFor(email);
    },
    '/auth/forgot-password': () => reply(200),
  };

  return {
    answer: async (request) => {
      const call = request.method === 'POST' ? calls[new URL(request.url).pathname.replace(/^\/api/u, '')] : undefined;
      if (call === undefined) return null;
      const text = await request.text();
      return call(text === '' ? {} : (JSON.parse(text) as Record<string, string>), bearerOf(request));
    },
    knows: (token) => tokens.has(token),
    isAdmin: (token) => users.get(tokens.get(token) ?? '')?.isAdmin === true,
    forget: (token) => {
      tokens.delete(token);
    },
  };
}

/** The token of a request, or an empty text. */
export function bearerOf({ headers }: TestRequest): string {
  return headers.get('authorization')?.replace(/^Bearer /u, '') ?? '';
}
