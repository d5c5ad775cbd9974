/** Holdings, capital gains and the dashboard (000 §7.2, 001 §7). */
import { capitalGainsRoutes } from '../../contract/capital-gains.ts';
import { dashboardRoutes, holdingRoutes } from '../../contract/holdings.ts';
import { londonDate, type IsoDate } from '../../domain/values/dates.ts';
import { ASSET_CATEGORIES, isOptionOf, TAX_WRAPPER_OPTIONS } from '../../domain/fields/enums.ts';
import { done } from '../outcome.ts';
import { readAsOf } from '../services/portfolio-replies.ts';
import { disposalsReply, holdingsReply, summaryReply, taxYearsReply } from '../services/portfolio.ts';
import { findAccount, listAccounts } from '../store/user-records/accounts.ts';
import type { PublicCall } from './perform.ts';
import { serve, type Api } from './serve.ts';
import { checkAccountFilter } from './account-filter.ts';

const today = ({ services }: PublicCall): IsoDate => londonDate(services.clock());

const CATEGORIES = ASSET_CATEGORIES.map(({ value, label }) => ({ value, label }));
const WRAPPERS = TAX_WRAPPER_OPTIONS.map(({ value, label }) => ({ value, label }));

export function servePortfolio(api: Api): void {
  serve(api, dashboardRoutes.summary, async (_input, call) =>
    done(await summaryReply(call.db, call.caller.userId, today(call))),
  );
  serve(api, holdingRoutes.list, async ({ query }, call) => {
    const asOf = readAsOf(query.asOfDate, today(call));
    return asOf.ok ? done(await holdingsReply(call.db, call.caller.userId, asOf.value, query)) : asOf;
  });
  serve(api, holdingRoutes.ofAccount, async ({ params, query }, call) => {
    const account = await findAccount(call.db, call.caller.userId, params.accountId);
    if (!account.ok) return account;
    const asOf = readAsOf(query.asOfDate, today(call));
    return asOf.ok
      ? done(await holdingsReply(call.db, call.caller.userId, asOf.value, { ...query, accountId: params.accountId }))
      : asOf;
  });
  serve(api, capitalGainsRoutes.filters, async (_input, { db, caller }) =>
    done({
      accounts: (await listAccounts(db, caller.userId)).map(({ id, name }) => ({ id, name })),
      taxWrappers: WRAPPERS,
      assetCategories: CATEGORIES,
    }),
  );
  serve(api, capitalGainsRoutes.taxYears, async (_input, call) =>
    done(await taxYearsReply(call.db, call.caller.userId, today(call))),
  );
  serve(api, capitalGainsRoutes.taxYear, async ({ params, query }, call) => {
    const account = await checkAccountFilter(call.db, call.caller.userId, query.accountId);
    if (!account.ok) return account;
    const { taxWrapper = '', assetCategory = '' } = query;
    // An unknown wrapper or category has no disposals.
    if (
      (taxWrapper !== '' && !isOptionOf(TAX_WRAPPER_OPTIONS, taxWrapper)) ||
      (assetCategory !== '' && !isOptionOf(ASSET_CATEGORIES, assetCategory))
    )
      return done([]);
    return done(
      await disposalsReply(call.db, call.caller.userId, today(call), params.taxYear, {
        accountId: query.accountId,
        taxWrapper,
        assetCategory,
      }),
    );
  });
}
