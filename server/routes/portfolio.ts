/** Holdings, capital gains and the dashboard (000 §7.2, 001 §7). */
import { capitalGainsRoutes } from '../../contract/capital-gains.ts';
import { dashboardRoutes, holdingRoutes } from '../../contract/holdings.ts';
import { londonDate, parseIsoDate, type IsoDate } from '../../domain/dates.ts';
import { ASSET_CATEGORIES, isOptionOf, TAX_WRAPPER_OPTIONS } from '../../domain/enums.ts';
import { done, fail, type Outcome } from '../outcome.ts';
import { disposalsReply, holdingsReply, summaryReply, taxYearsReply } from '../services/portfolio.ts';
import { findAccount, listAccounts } from '../store/accounts.ts';
import type { PublicCall } from './perform.ts';
import { serve, type Api } from './serve.ts';
import { checkAccountFilter } from './account-filter.ts';

const EARLIEST = '2000-01-01';

const today = ({ services }: PublicCall): IsoDate => londonDate(services.clock());

/** The day asked for, today without one; a screen tells a future day by the words 'future date' (001 §8). */
function readAsOf(text: string | undefined, call: PublicCall): Outcome<IsoDate> {
  if (text === undefined || text === '') return done(today(call));
  const date = parseIsoDate(text);
  if (date === null)
    return fail('invalid', `Invalid date: "${text}". Please use YYYY-MM-DD format (e.g., 2024-01-15).`);
  if (date > today(call)) return fail('invalid', `Holdings cannot be given for a future date: "${date}".`);
  return date < EARLIEST
    ? fail('invalid', `Date too far in the past: "${date}". Please select a date from ${EARLIEST} onwards.`)
    : done(date);
}

const CATEGORIES = ASSET_CATEGORIES.map(({ value, label }) => ({ value, label }));
const WRAPPERS = TAX_WRAPPER_OPTIONS.map(({ value, label }) => ({ value, label }));

export function servePortfolio(api: Api): void {
  serve(api, dashboardRoutes.summary, async (_input, call) =>
    done(await summaryReply(call.db, call.caller.userId, today(call))),
  );
  serve(api, holdingRoutes.list, async ({ query }, call) => {
    const asOf = readAsOf(query.asOfDate, call);
    return asOf.ok ? done(await holdingsReply(call.db, call.caller.userId, asOf.value, query)) : asOf;
  });
  serve(api, holdingRoutes.ofAccount, async ({ params, query }, call) => {
    const account = await findAccount(call.db, call.caller.userId, params.accountId);
    if (!account.ok) return account;
    const asOf = readAsOf(query.asOfDate, call);
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
    // A wrapper or category that does not exist has no disposals.
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
