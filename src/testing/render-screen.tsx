/**
 * A screen of the app as its user has it, in a test: the real routes, guards and database, the real worker, and the
 * network of the test.
 */
import 'fake-indexeddb/auto';
import { act, cleanup, render } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { onTestFinished, vi } from 'vitest';
import type { IsoDate } from '../../domain/values/dates.ts';
import { loadRuntime } from '../app/runtime/load-runtime.ts';
import { appRoutes } from '../app/routes/router.tsx';
import { closeDatabase, currentDatabase, deleteDatabase, openUserDatabase } from '../data/database/database.ts';
import { databaseName } from '../data/database/database-name.ts';
import type { HoldfastDatabase, OwnerRecord } from '../data/database/schema.ts';
import { API_BASE } from '../sync/network/api-base.ts';
import { currentSession, endSession, startSession } from '../sync/session/session.ts';
import { useValuesVisibility } from '../ui/app-state/values-visibility.ts';
import { breakStorage, type StorageFaults } from './staged-storage.ts';
import { startThreadWorker, type Question } from './thread-worker.ts';

export interface ScreenOptions {
  /** Stores the device's records before the screen is opened; an account is there anyway. */
  readonly records?: (db: HoldfastDatabase) => Promise<unknown>;
  readonly isAdministrator?: boolean;
  /** Replies to the app's requests, whose addresses are absolute; without it there is no connection. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

export interface Staged extends StorageFaults {
  /** Questions to the worker that are not answered yet. */
  readonly held?: readonly Question[];
  /** Questions to the worker that are answered with a failure. */
  readonly failing?: readonly Question[];
}

export interface OpenScreen {
  readonly user: UserEvent;
  readonly db: HoldfastDatabase;
  /** Goes to another screen, as a link of the app does. */
  readonly visit: (path: string) => Promise<void>;
  /** Presses the browser's Back. */
  readonly back: () => Promise<void>;
  /** Where it stands, for example `/transactions?page=2`. */
  readonly address: () => string;
  /** Sets what is held, failing or locked from now on; `{}` lets everything continue. */
  readonly stage: (staged: Staged) => Promise<void>;
}

/** The day on which every screen is opened: in a tax year whose rates are known, so that its tests hold on any day. */
export const OPENED_ON = '2026-11-27' as IsoDate;

const EMAIL = 'ada@example.com';
const EXPIRES = 4_000_000_000;

function tokenOf(userId: string, isAdministrator: boolean): string {
  const claims = { sub: userId, unique_name: 'Ada', UserType: isAdministrator ? '1' : '0', exp: EXPIRES };
  return ['{}', JSON.stringify(claims), ''].map((part) => btoa(part).replaceAll('=', '')).join('.');
}

/**
 * Signs a new user in and opens the screen at `path`, for example `/transactions?page=2`. Everything is closed and
 * removed when the test ends. One screen a test: `visit` goes on to others.
 */
export async function renderScreen(path: string, options: ScreenOptions = {}): Promise<OpenScreen> {
  const { fetch: answer } = options;
  const owner = { apiBase: API_BASE, userId: crypto.randomUUID() };
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${OPENED_ON}T10:00:00Z`), shouldAdvanceTime: true });
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(answer !== undefined);
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    if (answer === undefined) throw new TypeError('Failed to fetch');
    return await answer(new URL(input, location.href).href, init);
  });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(blankContext as never);
  await storeRecords(owner, options.records);
  const worker = startThreadWorker();
  startSession(tokenOf(owner.userId, options.isAdministrator === true), EMAIL);
  const router = createMemoryRouter(appRoutes(), { initialEntries: [path] });
  let mend: () => void = () => undefined;
  onTestFinished(async () => {
    mend();
    cleanup();
    router.dispose();
    (await loadRuntime()).closeSession();
    await worker.end();
    if (currentSession() !== null) endSession('elsewhere');
    useValuesVisibility.getState().reset();
    localStorage.clear();
    sessionStorage.clear();
    await deleteDatabase(await databaseName(owner));
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    vi.useRealTimers();
  });
  render(<RouterProvider router={router} />);
  await act(async () => await initialised(router));
  return {
    user: userEvent.setup({ delay: null }),
    db: currentDatabase(),
    visit: async (to) => {
      await act(async () => await router.navigate(to));
    },
    back: async () => {
      await act(async () => await router.navigate(-1));
    },
    address: () => router.state.location.pathname + router.state.location.search,
    stage: async ({ held = [], failing = [], ...faults }) => {
      mend();
      worker.stage({ held, failing });
      mend = await breakStorage(faults);
    },
  };
}

/** The drawing of a chart, which shows nothing: an emulated page has none. */
function blankContext(this: HTMLCanvasElement): object {
  return new Proxy(
    { canvas: this },
    {
      get: (target, name) => {
        if (name === 'canvas') return target.canvas;
        return () => (name === 'measureText' ? { width: 0 } : undefined);
      },
      set: () => true,
    },
  );
}

async function storeRecords(owner: OwnerRecord, records: ScreenOptions['records']): Promise<void> {
  const db = await openUserDatabase(owner);
  await db.accounts.add({ id: 'ada', name: 'Ada', version: 1 });
  await records?.(db);
  closeDatabase(db);
}

/** Resolves when the guards have let the user in and the screen's code is there. */
async function initialised(router: ReturnType<typeof createMemoryRouter>): Promise<void> {
  await new Promise<void>((resolve) => {
    const look = (): void => {
      if (!router.state.initialized) return;
      stop();
      resolve();
    };
    const stop = router.subscribe(look);
    look();
  });
}
