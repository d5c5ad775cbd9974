/**
 * Measures from an input, or the start of a page, to the frame in which the screen shows the result, and the main
 * thread's tasks meanwhile.
 */
import type { CDPSession, Page } from '@playwright/test';

/** An element that the document has (or lacks) when the result is shown; of several elements any may have the text. */
export interface Sight {
  readonly selector: string;
  /** A regular expression for the element's text. */
  readonly text?: string;
  readonly gone?: boolean;
}

/** What starts the measurement: an event's own time stamp, or the navigation. */
export type Start = 'click' | 'input' | 'navigation';

/** Processor time and duration, in milliseconds, of the longest task by processor time. */
export interface Task {
  readonly cpu: number;
  readonly wall: number;
}

export interface Measured {
  /** Milliseconds from the start to the painted frame. */
  readonly time: number;
  readonly task: Task;
}

const BEGIN = 'bench-begin';
const END = 'bench-end';

/** Runs in the page, before the measurement. */
function watch({
  sights,
  start,
  begin,
  end,
}: {
  readonly sights: readonly Sight[];
  readonly start: Start;
  readonly begin: string;
  readonly end: string;
}): void {
  let from = start === 'navigation' ? 0 : Number.NaN;
  const isThere = ({ selector, text, gone = false }: Sight): boolean => {
    const found = [...document.querySelectorAll(selector)];
    return (
      (text === undefined
        ? found.length > 0
        : found.some((element) => new RegExp(text, 'u').test(element.textContent))) !== gone
    );
  };
  const shown = new Promise<number>((resolve) => {
    const observer = new MutationObserver(() => {
      if (Number.isNaN(from) || !sights.every(isThere)) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          resolve(performance.now() - from);
          // Work that the screen does after it is shown also counts.
          requestIdleCallback(
            () => {
              performance.mark(end);
            },
            { timeout: 2000 },
          );
        };
        port2.postMessage(null);
      });
    });
    observer.observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter: ['aria-busy', 'aria-sort', 'class', 'hidden'],
    });
  });
  Reflect.set(globalThis, 'benchShown', shown);
  performance.clearMarks();
  performance.mark(begin);
  if (start !== 'navigation')
    addEventListener(
      start,
      (event) => {
        from = event.timeStamp;
      },
      { capture: true, once: true },
    );
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
}

/** The longest task between the two marks, on the thread that made them. */
function longestTask(events: readonly TraceEvent[]): Task {
  const [begin, end] = [BEGIN, END].map((mark) => events.findLast(({ name }) => name === mark));
  if (begin === undefined || end === undefined) throw new Error('the trace lacks its marks');
  const tasks = events.filter(
    ({ name, pid, tid, ts, dur = 0 }) =>
      name === 'RunTask' && pid === begin.pid && tid === begin.tid && ts + dur > begin.ts && ts < end.ts,
  );
  const [longest] = tasks.toSorted((a, b) => (b.tdur ?? 0) - (a.tdur ?? 0));
  return { cpu: (longest?.tdur ?? 0) / 1000, wall: (longest?.dur ?? 0) / 1000 };
}

async function trace<T>(
  session: CDPSession,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly events: readonly TraceEvent[] }> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: object[] }): void => {
    events.push(...(value as TraceEvent[]));
  };
  session.on('Tracing.dataCollected', collect);
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: (process.env['TRACE'] ?? 'disabled-by-default-devtools.timeline,blink.user_timing').split(
        ',',
      ),
      excludedCategories: ['*'],
    },
  });
  const result = await work();
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  session.off('Tracing.dataCollected', collect);
  return { result, events };
}

const LIMIT_MS = 60_000;

async function shownAfter(page: Page): Promise<number> {
  const time = await page.evaluate(
    async ({ end, limit }) => {
      const late = new Promise<null>((resolve) => {
        setTimeout(() => {
          resolve(null);
        }, limit);
      });
      const shown = await Promise.race([Reflect.get(globalThis, 'benchShown') as Promise<number>, late]);
      while (shown !== null && performance.getEntriesByName(end).length === 0)
        await new Promise((resolve) => {
          setTimeout(resolve, 20);
        });
      return shown;
    },
    { end: END, limit: LIMIT_MS },
  );
  if (time === null)
    throw new Error(`what was waited for is not on ${page.url()}:\n${await page.locator('body').innerText()}`);
  return time;
}

/** From the first event of the kind caused by `act` until all of `sights` are shown. */
export async function measureInput(
  page: Page,
  session: CDPSession,
  start: 'click' | 'input',
  sights: readonly Sight[],
  act: () => Promise<void>,
): Promise<Measured> {
  const { result, events } = await trace(session, async () => {
    await page.evaluate(watch, { sights, start, begin: BEGIN, end: END });
    await act();
    return await shownAfter(page);
  });
  return { time: result, task: longestTask(events) };
}

/** From the start of the navigation of a page that has shown nothing yet until all of `sights` are shown. */
export async function measureStart(
  page: Page,
  session: CDPSession,
  path: string,
  sights: readonly Sight[],
): Promise<Measured> {
  await page.addInitScript(watch, { sights, start: 'navigation' as const, begin: BEGIN, end: END });
  const { result, events } = await trace(session, async () => {
    await page.goto(path, { waitUntil: 'commit' });
    return await shownAfter(page);
  });
  return { time: result, task: longestTask(events) };
}

/** The median of several figures. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
