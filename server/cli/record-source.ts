/** The source from which terminal commands read records: a server, or the file of an export. */
import type { Change } from '../../contract/sync.ts';
import type { OperatorFacts } from '../../domain/facts/operator-facts.ts';
import type { TaxYear } from '../../domain/values/tax-year.ts';
import type { DisposalReply, HoldingReply } from '../services/portfolio-replies.ts';

/** Why a command failed, as a sentence for the user. */
export class CommandFailed extends Error {}

export interface RecordSource {
  /** Every record of a scope, in its present state. */
  readonly records: (scope: 'user' | 'shared') => Promise<readonly Change[]>;
  /** The public facts that the server's operator has added. */
  readonly operatorFacts: () => Promise<OperatorFacts>;
  /** The disposals of a tax year as of today, of one account (by its id) or of all. */
  readonly disposals: (taxYear: TaxYear, account: string | null) => Promise<readonly DisposalReply[]>;
  /** The holdings on a day (ISO), or today. */
  readonly holdings: (asOf: string | null) => Promise<readonly HoldingReply[]>;
}
