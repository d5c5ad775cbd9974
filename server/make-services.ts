/**
 * The services of all handlers, created from the store and the configuration in the process and in each of its threads.
 */
import { makeThrottles } from './auth/throttle.ts';
import { loadTokens } from './auth/tokens.ts';
import { UnwrittenSessions } from './auth/unwritten-sessions.ts';
import { FILE_SHARE, HEAVY_SHARE, LIGHT_SHARE, Shares, SIGN_IN_SHARE, WRITE_SHARE } from './heavy/shares.ts';
import { makeMailer } from './services/mail.ts';
import { openMarket } from './services/market/market.ts';
import type { Outgoing } from './services/market/outgoing.ts';
import { receiptFiles } from './services/receipt-files.ts';
import type { Services } from './services/services.ts';

type Given = Pick<Services, 'store' | 'config' | 'log' | 'clock' | 'newId' | 'heavy' | 'inBackground' | 'stopping'>;

export async function makeServices(given: Given, outgoing?: Outgoing): Promise<Services> {
  const { store, config, log, clock } = given;
  return {
    ...given,
    tokens: await loadTokens(store, config.dataDir),
    throttles: makeThrottles(store),
    unwrittenSessions: new UnwrittenSessions(),
    mailer: makeMailer({ config, clock, log }),
    receiptFiles: receiptFiles(store, config),
    market: openMarket(config.market, given.stopping, outgoing),
    shares: {
      heavy: new Shares(HEAVY_SHARE),
      writes: new Shares(WRITE_SHARE),
      signIns: new Shares(SIGN_IN_SHARE),
      light: new Shares(LIGHT_SHARE),
      files: new Shares(FILE_SHARE),
    },
  };
}
