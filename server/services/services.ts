/** What handlers need: the store and the environment. */
import type { Logger } from 'pino';
import type { Throttles } from '../auth/throttle.ts';
import type { UnwrittenSessions } from '../auth/unwritten-sessions.ts';
import type { Tokens } from '../auth/tokens.ts';
import type { Config } from '../config.ts';
import type { HeavyWork } from '../heavy/heavy-work.ts';
import type { Shares } from '../heavy/shares.ts';
import type { StoredFiles } from '../store/upkeep/backup.ts';
import type { Store } from '../store/database/store.ts';
import type { Mailer } from './mail.ts';
import type { Market } from './market/market.ts';

export interface Services {
  readonly log: Logger;
  readonly store: Store;
  readonly config: Config;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** A new identifier, UUID version 7. */
  readonly newId: () => string;
  readonly tokens: Tokens;
  readonly throttles: Throttles;
  readonly unwrittenSessions: UnwrittenSessions;
  readonly mailer: Mailer;
  readonly receiptFiles: StoredFiles;
  readonly market: Market;
  /** The limits of each user's simultaneous use of the process. */
  readonly shares: { readonly [share in 'heavy' | 'writes' | 'signIns' | 'light' | 'files']: Shares };
  /** Runs heavy requests in threads; null where every request runs in this one. */
  readonly heavy: HeavyWork | null;
  /** Work that continues after the reply; closing the app waits for it. */
  readonly inBackground: (work: Promise<void>) => void;
  /** Given when the app closes: what waits for another machine ends at once. */
  readonly stopping: AbortSignal;
}
