/**
 * A server for tests of screens: a user is signed in and has a database; it replies by path, and records its requests.
 */
import { openTestDatabase, removeTestDatabase } from '../data/database/test-database.fixture.ts';
import { startSession, endSession } from '../sync/session/session.ts';

/** A JSON body, a refusal, or a promise of either; a missing path answers 404. */
export type Answers = Record<string, unknown>;

/** Marks a reply as a refusal with this status. */
export function refusal(status: number, body: unknown): Refusal {
  return { refused: status, body };
}

interface Refusal {
  readonly refused: number;
  readonly body: unknown;
}

const isRefusal = (answer: unknown): answer is Refusal =>
  typeof answer === 'object' && answer !== null && 'refused' in answer;

export interface AnsweringServer {
  /** By `METHOD /path`, below the API base and without its query. */
  readonly answers: Answers;
  /** `METHOD /path?query` of every request. */
  readonly asked: string[];
  /** False: no request gets through. */
  online: boolean;
  readonly close: () => Promise<void>;
}

const base64 = (value: object): string => btoa(JSON.stringify(value));
const TOKEN = `${base64({ alg: 'none' })}.${base64({ sub: 'ada', unique_name: 'Ada', UserType: 1, exp: 4_000_000_000 })}.x`;

export async function answeringServer(answers: Answers): Promise<AnsweringServer> {
  startSession(TOKEN, 'ada@example.test');
  await openTestDatabase();
  const before = globalThis.fetch;
  const server: AnsweringServer = {
    answers,
    asked: [],
    online: true,
    close: async () => {
      globalThis.fetch = before;
      endSession('signedOut');
      await removeTestDatabase();
    },
  };
  globalThis.fetch = async (input, init) => {
    await Promise.resolve();
    if (!server.online) throw new TypeError('Failed to fetch');
    const { pathname, search } = new URL(input instanceof Request ? input.url : input, 'http://localhost');
    const call = `${init?.method ?? 'GET'} ${pathname.replace(/^.*\/api/u, '')}`;
    server.asked.push(call + search);
    const answer = (await server.answers[call]) ?? refusal(404, { message: `no ${call}` });
    return isRefusal(answer) ? Response.json(answer.body, { status: answer.refused }) : Response.json(answer);
  };
  return server;
}
