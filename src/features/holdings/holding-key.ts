import type { HoldingKey } from '../../../workers/api/worker-api.ts';

/** A holding is an account, a security and a wrapper (001 §3). */
export function holdingKeyText({ accountId, isin, taxWrapper }: HoldingKey): string {
  return `${accountId} ${isin} ${taxWrapper}`;
}

/** The address where a sale of a holding is simulated. */
export function trySalePath({ accountId, isin, taxWrapper }: HoldingKey): string {
  return `/capital-gains/simulate?${new URLSearchParams({ accountId, isin, taxWrapper }).toString()}`;
}
