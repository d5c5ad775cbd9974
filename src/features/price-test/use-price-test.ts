import { useRef, useState } from 'react';
import { currentDatabase } from '../../data/database/database.ts';
import { answerText, type ServerAnswer } from '../../sync/ask/ask-server.ts';
import {
  type BatchResult,
  createOnServer,
  fetchAllPrices,
  fetchByIsin,
  type FetchedTestPrice,
  latestOnServer,
  type StoredTestPrice,
  type TestAsset,
} from '../../sync/ask/price-test-calls.ts';
import { runningSync } from '../../sync/engine/current-sync.ts';
import { tellFaultAnd, tellFault } from '../../ui/app-state/app-faults.ts';

/** The action under way; `firstFetch` is the one that follows a creation. */
type Task = 'create' | 'firstFetch' | 'fetch' | 'latest' | 'batch';

interface Results {
  readonly fetched: FetchedTestPrice | null;
  readonly latest: StoredTestPrice | null;
  readonly batch: BatchResult | null;
  readonly error: string | null;
}

const NO_RESULTS: Results = { fetched: null, latest: null, batch: null, error: null };

/** The price test page's state and what it has the server do, one thing at a time. */
export interface PriceTest extends Results {
  readonly task: Task | null;
  /** ISIN of the selected asset, or empty. */
  readonly selected: string;
  /** The asset that was created here last: selected before the catalogue on this device has it. */
  readonly created: TestAsset | null;
  readonly select: (isin: string) => void;
  readonly create: (asset: Omit<TestAsset, 'isin'>) => Promise<void>;
  readonly fetch: () => Promise<void>;
  readonly getLatest: () => Promise<void>;
  readonly updateAll: () => Promise<void>;
  readonly clear: () => void;
}

/** Brings what the server has just created or fetched to this device; if that fails, the next pull does. */
function pull(): void {
  runningSync()?.pull().catch(tellFault);
}

export function usePriceTest(): PriceTest {
  const [task, setTask] = useState<Task | null>(null);
  const [results, setResults] = useState(NO_RESULTS);
  const [selected, setSelected] = useState('');
  const [created, setCreated] = useState<TestAsset | null>(null);
  // State is too late for a second press within the same frame.
  const running = useRef(false);

  /** Runs one call; a failure is shown in the words of the error panel, `{failure}: {message}`. */
  const ask = async <T>(name: Task, failure: string, call: () => Promise<ServerAnswer<T>>): Promise<T | null> => {
    setTask(name);
    const answer = await call().catch(tellFaultAnd(null));
    if (answer?.kind === 'answer') return answer.value;
    const reason = answer === null ? 'Please try again.' : answerText(answer);
    setResults((before) => ({ ...before, error: `${failure}: ${reason}` }));
    return null;
  };
  /** `cleared` is removed before the run. */
  const run = async (cleared: Partial<Results>, work: () => Promise<void>): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setResults((before) => ({ ...before, ...cleared, error: null }));
    await work();
    running.current = false;
    setTask(null);
  };
  const refuse = (error: string): void => {
    setResults((before) => ({ ...before, error }));
  };
  const fetchOf = async (name: Task, isin: string): Promise<void> => {
    const fetched = await ask(name, 'Error fetching price', async () => await fetchByIsin(currentDatabase(), isin));
    if (fetched === null) return;
    setResults((before) => ({ ...before, fetched }));
    pull();
  };

  return {
    ...results,
    task,
    selected,
    created,
    select: setSelected,
    create: async ({ name, priceSource, fetchCode }) => {
      const asset = { name: name.trim(), priceSource, fetchCode: fetchCode.trim(), isin: `TEST${Date.now()}` };
      if (asset.name === '' || asset.fetchCode === '') {
        refuse('Please enter both fetch code and asset name');
        return;
      }
      await run({ fetched: null }, async () => {
        const answer = await ask(
          'create',
          'Error creating test asset',
          async () => await createOnServer(currentDatabase(), asset),
        );
        if (answer === null) return;
        setCreated({ ...asset, isin: answer.isin });
        setSelected(answer.isin);
        pull();
        await fetchOf('firstFetch', answer.isin);
      });
    },
    fetch: async () => {
      if (selected === '') refuse('Please select or create an asset first');
      else
        await run({ fetched: null }, async () => {
          await fetchOf('fetch', selected);
        });
    },
    getLatest: async () => {
      if (selected === '') {
        refuse('Please select an asset first');
        return;
      }
      await run({ latest: null }, async () => {
        const latest = await ask(
          'latest',
          'Error getting latest price',
          async () => await latestOnServer(currentDatabase(), selected),
        );
        setResults((before) => ({ ...before, latest }));
      });
    },
    updateAll: async () => {
      await run({ batch: null }, async () => {
        const batch = await ask('batch', 'Error updating prices', async () => await fetchAllPrices(currentDatabase()));
        if (batch === null) return;
        setResults((before) => ({ ...before, batch }));
        pull();
      });
    },
    clear: () => {
      setResults(NO_RESULTS);
      setSelected('');
      setCreated(null);
    },
  };
}
