import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { currentDatabase } from '../data/database.ts';
import type { Session } from '../sync/session.ts';
import { createStatus } from '../sync/sync-status.ts';
import { closeSession, openSession } from './runtime.ts';

const engines = vi.hoisted(() => ({ started: [] as string[], stopped: [] as string[] }));

vi.mock('../compute/compute.ts', () => ({ compute: () => ({ open: async () => await Promise.resolve(), close: async () => await Promise.resolve() }) }));
vi.mock('../sync/sync-engine.ts', () => ({
  setCurrentSync: () => undefined,
  startSync: ({ db }: { db: { name: string } }) => {
    engines.started.push(db.name);
    return { status: createStatus(), stop: () => engines.stopped.push(db.name), pull: async () => await Promise.resolve(), flush: async () => await Promise.resolve() };
  },
}));

function sessionOf(userId: string): Session {
  return { token: 'token', userId, email: `${userId}@example.com`, displayName: userId, isAdministrator: false, expiresAt: 4_000_000_000_000 };
}

beforeEach(() => {
  engines.started.length = 0;
  engines.stopped.length = 0;
});
afterEach(async () => await closeSession());

describe('what runs for the user who is signed in', () => {
  it('runs once, however many routes of a page ask for it side by side', async () => {
    await Promise.all([openSession(sessionOf('ada')), openSession(sessionOf('ada')), openSession(sessionOf('ada'))]);
    await openSession(sessionOf('ada'));
    expect(engines.started).toEqual([currentDatabase().name]);
    await closeSession();
    expect(engines.stopped).toEqual(engines.started);
    expect(() => currentDatabase()).toThrow();
  });

  it('stops before another user\'s starts, and when the session ends while it starts', async () => {
    const first = openSession(sessionOf('ada'));
    await Promise.all([first, openSession(sessionOf('ben'))]);
    expect(engines.started).toHaveLength(2);
    expect(engines.stopped).toEqual([engines.started[0]]);
    expect(currentDatabase().name).toBe(engines.started[1]);
    const third = openSession(sessionOf('cid'));
    await Promise.all([third, closeSession()]);
    expect(engines.stopped).toEqual(engines.started);
  });
});
