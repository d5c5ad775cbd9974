/** Where the commands of a terminal read records: at a server, or in the file of an export. */
import type { Change } from '../../contract/sync.ts';
import type { OperatorFacts } from '../../domain/facts/operator-facts.ts';
import type { TaxYear } from '../../domain/tax-year.ts';
import type { DisposalReply, HoldingReply } from '../services/portfolio-replies.ts';

/** What a command could not do, as a sentence for who typed it. */
export class CommandFailed extends Error {}

export interface RecordSource {
  /** Every record of a scope, as it is now. */
  readonly records: (scope: 'user' | 'shared') => Promise<readonly Change[]>;
  /** What the operator of the server has added of public facts. */
  readonly operatorFacts: () => Promise<OperatorFacts>;
  /** The disposals of a tax year as of today, of one account (by its id) or of all. */
  readonly disposals: (taxYear: TaxYear, account: string | null) => Promise<readonly DisposalReply[]>;
  /** What is held on a day (ISO), or today. */
  readonly holdings: (asOf: string | null) => Promise<readonly HoldingReply[]>;
}
