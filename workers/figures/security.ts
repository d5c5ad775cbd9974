/** All records of one security, from the records in memory. */
import { toHoldingTransactionView } from '../../domain/holdings/holding-view.ts';
import { groupBy } from '../../domain/values/group-by.ts';
import type { Income } from './income.ts';
import type { Portfolio } from './portfolio.ts';
import type { SecurityPlace, SecurityView } from '../api/security-types.ts';

export class Securities {
  private readonly portfolio: Portfolio;
  private readonly income: () => Promise<Income>;

  constructor(portfolio: Portfolio, income: () => Promise<Income>) {
    this.portfolio = portfolio;
    this.income = income;
  }

  /** By the present ISIN or a former one. */
  async view(isin: string): Promise<SecurityView> {
    const [{ basis, result }, { holdings }] = await Promise.all([
      this.portfolio.today(),
      this.portfolio.holdings(undefined),
    ]);
    const classes = result.classes.filter(({ codes }) => codes.includes(isin));
    const code = classes[0]?.isin ?? isin;
    const codes = new Set(classes.flatMap((gains) => gains.codes));
    const nameOf = (accountId: string): string => basis.accounts.get(accountId)?.name ?? '';
    const places = classes.flatMap(({ accountId, transactions }) =>
      [...groupBy(transactions, ({ taxWrapper }) => taxWrapper)].map(([taxWrapper, rows]): SecurityPlace => ({
        accountId,
        accountName: nameOf(accountId),
        taxWrapper,
        transactions: rows.toReversed().map(toHoldingTransactionView),
      })),
    );
    const income = await this.income();
    return {
      isin: code,
      asset: basis.assets.get(code) ?? null,
      holdings: holdings.filter((holding) => holding.isin === code),
      places: places.toSorted(
        (a, b) => a.accountName.localeCompare(b.accountName) || (a.taxWrapper < b.taxWrapper ? -1 : 1),
      ),
      income: await income.ofSecurity(codes, [...new Set(classes.map(({ accountId }) => accountId))]),
    };
  }
}
