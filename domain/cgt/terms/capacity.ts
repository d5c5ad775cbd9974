/** In which capacity securities are held, and when that or the security itself makes a disposal exempt (RULES 1, 9). */
import type { TaxWrapper } from '../../fields/enums.ts';
import type { Asset } from '../../records/records.ts';
import { isGilt } from './gilts.ts';

/** What identification must know of a security. */
export type AssetFacts = Pick<Asset, 'isin' | 'name' | 'type' | 'category' | 'cgtExempt'> &
  Partial<Pick<Asset, 'denomination' | 'incomeTreatment'>>;

/** `TAXABLE` is DEALING and SPECULATIVE together, whatever the broker; each exempt wrapper is a capacity of its own. */
export type Capacity = 'TAXABLE' | 'SIPP' | 'ISA' | 'LISA' | 'JISA';

/** RULES 1.2, 1.3: the capacity in which a wrapper holds. */
export function capacityOf(wrapper: TaxWrapper): Capacity {
  return wrapper === 'DEALING' || wrapper === 'SPECULATIVE' ? 'TAXABLE' : wrapper;
}

/** Why a disposal is exempt: the wrapper it is held in, a gilt, or an asset that an administrator marked. */
export type ExemptReason = 'wrapper' | 'gilt' | 'markedExempt';

/** RULES 9.3: why a security itself is exempt, or null. What an administrator says about it wins over the list of gilts. */
export function securityExemption(isin: string, facts: AssetFacts | undefined): ExemptReason | null {
  if (facts?.cgtExempt === true) return 'markedExempt';
  if (facts?.cgtExempt === false) return null;
  return isGilt(isin) ? 'gilt' : null;
}

/** RULES 9.1, 9.2: an exempt wrapper exempts whatever is in it. */
export function exemptionIn(capacity: Capacity, ofSecurity: ExemptReason | null): ExemptReason | null {
  return capacity === 'TAXABLE' ? ofSecurity : 'wrapper';
}

/** RULES 9.4: a sterling bond of which nobody said whether it is a qualifying corporate bond. */
export function mayBeQualifyingBond(facts: AssetFacts | undefined): boolean {
  return (
    facts?.type === 'BOND' && facts.cgtExempt === null && (facts.denomination === 'GBP' || facts.denomination === 'GBX')
  );
}
