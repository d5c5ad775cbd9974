/** Which modules the build puts into one file: a start with a hundred small ones takes longer to fetch them than to run them. */
import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

const source = (path: string): string => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

const ENTRY = source('main.tsx');
/** The route map, which loads each screen on demand. */
const SCREENS = source('app/screens.ts');
const pages = (...names: readonly string[]): string[] => names.map((page) => source(`pages/${page}-page.tsx`));

const PUBLIC_PAGES = pages('login', 'register', 'forgot-password', 'reset-password');
/** What stands around every screen after the sign-in. */
const FRAME = ['app/signed-in-layout.tsx', 'app/runtime.ts'].map(source);

type Modules = ReadonlySet<string>;

/** The modules and all that they import at once. */
function withImports(modules: readonly string[], context: Rolldown.ChunkingContext): Modules {
  const found = new Set(modules);
  for (const id of found) for (const imported of context.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}

/** The screens of figures, which people start with. */
const FIGURE_SCREENS = pages('dashboard', 'holdings', 'capital-gains');
/** With its import and its forms; no screen of figures has to read them. */
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
    signedIn: new Set([...withImports(FRAME, context), ...sharedWith(FIGURE_SCREENS)]),
    records: new Set(sharedWith(TRANSACTIONS)),
    later: new Set(shared),
  };
}

let layers: ReturnType<typeof layersOf> | null = null;

/**
 * The file that a module goes into: `open` for what the pages before the sign-in need, whose size is watched; `signed-in` for the
 * frame of every screen after it, and what the screens of figures share with others; `records` for what the screen of transactions
 * shares beside; `later` for what only other screens share. Null leaves it to the bundler: a file for each screen.
 */
export function chunkOf(id: string, context: Rolldown.ChunkingContext): string | null {
  layers ??= layersOf(context);
  if (layers.open.has(id)) return 'open';
  if (layers.signedIn.has(id)) return 'signed-in';
  if (layers.records.has(id)) return 'records';
  return layers.later.has(id) ? 'later' : null;
}

const WORKER = fileURLToPath(new URL('../workers/main.ts', import.meta.url));
let workerStart: Modules | null = null;

/** The worker's: `worker` for all that it needs at its start; what it asks for later stays with the bundler. */
export function workerChunkOf(id: string, context: Rolldown.ChunkingContext): string | null {
  workerStart ??= withImports([WORKER], context);
  return workerStart.has(id) ? 'worker' : null;
}
