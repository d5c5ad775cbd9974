/**
 * How long a page lets a person wait, by two measures. How late it gets to a timer that is due: what a page does between, and what the
 * machine does instead of running it. And what real clicks and keys wait for, until the page has drawn after them: the browser runs them
 * before timers and the storage's answers, but drawing has to be waited for as well.
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';

/** In milliseconds. */
export interface Waits {
  /** The latest that a timer was. */
  readonly timer: number;
  /** From each press of a button or key to its handler. */
  readonly handled: readonly number[];
  /** From each press to the end of the next frame's work. */
  readonly drawn: readonly number[];
}

/** To be called before the page is opened. */
export async function watchWaits(page: Page): Promise<void> {
  // The functions that the page runs were compiled with the names of their inner ones kept.
  await page.addInitScript('globalThis.__name = (value) => value;');
  await page.addInitScript(() => {
    const waits = { timer: 0, handled: [] as number[], drawn: [] as number[] };
    Object.assign(globalThis, { waits });
    let last = performance.now();
    setInterval(() => {
      const now = performance.now();
      waits.timer = Math.max(waits.timer, now - last - 10);
      last = now;
    }, 10);
    const onPress = (event: Event): void => {
      waits.handled.push(performance.now() - event.timeStamp);
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          waits.drawn.push(performance.now() - event.timeStamp);
          port1.close();
        };
        port2.postMessage(null);
      });
    };
    for (const type of ['pointerdown', 'keydown']) addEventListener(type, onPress, true);
  });
}

/** What was waited for since the last call. */
export async function takeWaits(page: Page): Promise<Waits> {
  return await page.evaluate(() => {
    const { waits } = globalThis as unknown as { waits: { timer: number; handled: number[]; drawn: number[] } };
    const taken = { ...waits };
    Object.assign(waits, { timer: 0, handled: [], drawn: [] });
    return taken;
  });
}

/** Clicks on a place of the page and moves the focus on, at random moments, until it is told to stop. */
export function keepPressing(
  client: CDPSession,
  place: { readonly x: number; readonly y: number },
): () => Promise<void> {
  let goesOn = true;
  const pressing = (async () => {
    while (goesOn) {
      await sleep(60 + Math.random() * 200);
      for (const type of ['mousePressed', 'mouseReleased'] as const)
        await client.send('Input.dispatchMouseEvent', { type, ...place, button: 'left', clickCount: 1 });
      await sleep(60 + Math.random() * 200);
      for (const type of ['keyDown', 'keyUp'] as const)
        await client.send('Input.dispatchKeyEvent', { type, key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 });
    }
  })();
  return async () => {
    goesOn = false;
    await pressing;
  };
}

const BUSY_MS = 3000;

/** The latest that a timer is in a page that does nothing, beside as many busy processes as the machine has processors. */
export async function idleWait(page: Page): Promise<number> {
  const processes = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  try {
    await takeWaits(page);
    await sleep(BUSY_MS);
    return (await takeWaits(page)).timer;
  } finally {
    for (const child of processes) child.kill();
  }
}
