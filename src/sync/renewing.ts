/** Keeping a claim alive while one long request runs. */
import { LEASE_MS, renewClaim, type Claim } from '../data/claims.ts';
import type { SenderContext } from './send-result.ts';

/** Uploads take longer than other writes. */
export const UPLOAD_TIMEOUT_MS = 120_000;

/** Renews the claim until the answer is called. */
export function keepRenewing({ db, environment }: SenderContext, claim: Claim): () => void {
  let cancel = (): void => undefined;
  const plan = (): void => {
    cancel = environment.schedule(() => {
      void renewClaim(db, claim, environment.now()).then((held) => {
        if (held) plan();
      });
    }, LEASE_MS / 3);
  };
  plan();
  return () => cancel();
}
