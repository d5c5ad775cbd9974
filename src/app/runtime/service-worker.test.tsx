import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useUpdate } from '../../ui/app-state/update-store.ts';
import { startServiceWorker } from './service-worker.ts';

/** A version of the app's worker, as the browser shows it to a page. */
class Version extends EventTarget {
  state: ServiceWorkerState;
  readonly postMessage = vi.fn();
  constructor(state: ServiceWorkerState) {
    super();
    this.state = state;
  }
}

/** The browser's registration and what a page sees of it. */
class Browser extends EventTarget {
  controller: Version | null = null;
  readonly registration = Object.assign(new EventTarget(), {
    active: null as Version | null,
    waiting: null as Version | null,
    installing: null as Version | null,
    update: async () => await Promise.resolve(),
  });
  readonly register = async () => await Promise.resolve(this.registration);

  /** A new version is found, installed, and waits if there is an older one. */
  find(): Version {
    const { registration } = this;
    const version = new Version('installing');
    registration.installing = version;
    registration.dispatchEvent(new Event('updatefound'));
    registration.installing = null;
    registration.waiting = version;
    version.state = 'installed';
    version.dispatchEvent(new Event('statechange'));
    return version;
  }

  /** The waiting version takes over, whoever told it to. */
  takeOver(): void {
    const { registration } = this;
    registration.active = registration.waiting;
    registration.waiting = null;
    if (registration.active === null) return;
    registration.active.state = 'activated';
    this.control(registration.active);
  }

  /** The page is one of the version's own from now on. */
  control(version: Version): void {
    this.controller = version;
    this.dispatchEvent(new Event('controllerchange'));
  }
}

const reload = vi.fn();
let browser = new Browser();

/** Opens the app with an older version installed; `controlled` by it, unless the page was loaded past it. */
async function open({ controlled }: { readonly controlled: boolean }): Promise<void> {
  const active = new Version('activated');
  active.postMessage.mockImplementation(({ type }: { readonly type: string }) => {
    if (type === 'CLAIM') browser.control(active);
  });
  browser.registration.active = active;
  if (controlled) browser.controller = active;
  await startServiceWorker(reload);
}

const offered = () => useUpdate.getState().reload !== null && !useUpdate.getState().dismissed;

beforeEach(() => {
  browser = new Browser();
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: browser });
  useUpdate.setState({ reload: null, dismissed: false });
  reload.mockClear();
});
afterEach(() => {
  useUpdate.setState({ reload: null, dismissed: false });
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

it('a first visit is offered nothing when its own version takes over, but is when the next one has', async () => {
  await startServiceWorker(reload);
  browser.find();
  browser.takeOver();
  expect(offered()).toBe(false);
  browser.find();
  expect(offered()).toBe(true);
  browser.takeOver();
  useUpdate.getState().reload?.();
  expect(reload).toHaveBeenCalledOnce();
});

it('a page that was loaded past its worker asks to be its own, and that is no update', async () => {
  await open({ controlled: false });
  expect(browser.controller).toBe(browser.registration.active);
  expect(offered()).toBe(false);
});

it.each([true, false])(
  "a version that waits starts on the reader's word, and the page is reloaded when it has (controlled: %s)",
  async (controlled) => {
    await open({ controlled });
    const next = browser.find();
    expect(offered()).toBe(true);
    useUpdate.getState().reload?.();
    expect(next.postMessage).toHaveBeenCalledWith({ type: 'SKIP_WAITING' }, expect.anything());
    expect(reload).not.toHaveBeenCalled();
    browser.takeOver();
    expect(reload).toHaveBeenCalledOnce();
  },
);

it.each([true, false])(
  'when another tab takes the update, Reload still reloads, and nothing else does (controlled: %s)',
  async (controlled) => {
    await open({ controlled });
    browser.find();
    browser.takeOver();
    expect(reload).not.toHaveBeenCalled();
    useUpdate.getState().reload?.();
    expect(reload).toHaveBeenCalledOnce();
  },
);

it('each later version is offered again after the notice was closed', async () => {
  await open({ controlled: true });
  for (let version = 0; version < 3; version += 1) {
    browser.find();
    expect(offered()).toBe(true);
    useUpdate.setState({ dismissed: true });
  }
});

it('a version that has waited since before is offered at once', async () => {
  browser.registration.waiting = new Version('installed');
  await open({ controlled: true });
  expect(offered()).toBe(true);
});
