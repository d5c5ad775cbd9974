/** Which modules the build puts into one file: fetching a hundred small files takes longer than running them. */
import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

const source = (path: string): string => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

const ENTRY = source('main.tsx');
/** The route map, which loads each screen on demand. */
const SCREENS = source('app/frame/screens.ts');
const pages = (...names: readonly string[]): string[] => names.map((page) => source(`pages/${page}-page.tsx`));

const PUBLIC_PAGES = pages('login', 'register', 'forgot-password', 'reset-password');
/** The frame of every screen after the sign-in. */
const FRAME = ['app/frame/signed-in-layout.tsx', 'app/runtime/runtime.ts'].map(source);

type Modules = ReadonlySet<string>;

/** The modules and all their static imports. */
function withImports(modules: readonly string[], context: Rolldown.ChunkingContext): Modules {
  const found = new Set(modules);
  for (const id of found) for (const imported of context.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}

/** The screens of figures, with which users start. */
const FIGURE_SCREENS = pages('dashboard', 'holdings', 'capital-gains');
/** With which nearly every screen can ask the server about a record. */
const ASKING = ['data/pulled/reconcile-queued.ts', 'sync/pull/receipt-files.ts', 'sync/read/lists.ts'].map(source);
/** With import and forms; no screen of figures has to load them. */
const TRANSACTIONS = pages('transactions');

interface Layers {
  readonly open: Modules;
  readonly signedIn: Modules;
  readonly records: Modules;
  readonly later: Modules;
}

function layersOf(context: Rolldown.ChunkingContext): Layers {
  const screens = (context.getModuleInfo(SCREENS)?.dynamicallyImportedIds ?? []).filter(
    (page) => !PUBLIC_PAGES.includes(page),
  );
  const users = new Map<string, number>();
  for (const screen of screens)
    for (const id of withImports([screen], context)) users.set(id, (users.get(id) ?? 0) + 1);
  const shared = [...users].filter(([, count]) => count > 1).map(([id]) => id);
  const sharedWith = (some: readonly string[]): string[] => {
    const needed = withImports(some, context);
    return shared.filter((id) => needed.has(id));
  };
  return {
    open: withImports([ENTRY, ...PUBLIC_PAGES], context),
    signedIn: new Set([...withImports(FRAME, context), ...sharedWith(FIGURE_SCREENS), ...sharedWith(ASKING)]),
    records: new Set(sharedWith(TRANSACTIONS)),
    later: new Set(shared),
  };
}

/** Large parts that only some screens need. */
const PARTS: readonly (readonly [name: string, modules: RegExp])[] = [
  ['backup', /\/src\/features\/settings\/backup\//u],
  ['forms', /\/node_modules\/react-hook-form\//u],
  ['import', /\/node_modules\/@tanstack\//u],
  ['matching', /\/domain\/cgt\/(?:matching|pool|classes|tax)\//u],
  ['pickers', /\/node_modules\/@base-ui\/react\/combobox\//u],
  ['replies', /\/node_modules\/zod\//u],
];

/**
 * The layer's file for modules that need these parts. A module's imports need no more parts than the module does, so that
 * no file draws in a part that the screen has no use for.
 */
function partedLayer(layer: string, id: string, context: Rolldown.ChunkingContext): string {
  const needed = [...withImports([id], context)];
  const parts = PARTS.filter(([, modules]) => needed.some((module) => modules.test(module)));
  return [layer, ...parts.map(([name]) => name)].join('-');
}

let layers: ReturnType<typeof layersOf> | null = null;

/**
 * The file of a module: `open` for modules that the pages before the sign-in need, whose size is checked; `signed-in`
 * for the frame of every later screen, and modules that the screens of figures share with others; `records` for further
 * modules that the screen of transactions shares; `later` for modules that only other screens share, both divided by the
 * large parts that a module needs. Null leaves it to the bundler: a file for each screen.
 */
export function chunkOf(id: string, context: Rolldown.ChunkingContext): string | null {
  layers ??= layersOf(context);
  if (layers.open.has(id)) return 'open';
  if (layers.signedIn.has(id)) return 'signed-in';
  if (layers.records.has(id)) return partedLayer('records', id, context);
  return layers.later.has(id) ? partedLayer('later', id, context) : null;
}

/** The scripts with which the compute worker and the thread of sync begin. */
const WORKERS = [fileURLToPath(new URL('../workers/opening/main.ts', import.meta.url)), source('sync-worker.ts')];
const workerStarts = new Map<string, Modules>();

/**
 * The worker's files: `worker` for everything that its start needs; the bundler decides about modules that it loads
 * later.
 */
export function workerChunkOf(id: string, context: Rolldown.ChunkingContext): string | null {
  const worker = WORKERS.find((entry) => context.getModuleInfo(entry) !== null) ?? '';
  const start = workerStarts.get(worker) ?? withImports([worker], context);
  workerStarts.set(worker, start);
  return start.has(id) ? 'worker' : null;
}
