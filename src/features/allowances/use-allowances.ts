import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { londonDate } from '../../../domain/values/dates.ts';
import type { Account } from '../../../domain/records/records.ts';
import { parseTaxYear, taxYearOf, type TaxYear } from '../../../domain/values/tax-year.ts';
import type { AllowancesView } from '../../../workers/api/worker-api.ts';
import { compute, onComputeChange } from '../../compute/compute.ts';
import { type Live, useLive } from '../../ui/hooks/use-live.ts';

/** In the address where no second holder is to be shown, whoever the spouse is. */
export const NOBODY = 'nobody';

export interface AllowancesChoice {
  readonly accountId: string;
  /** The other holder shown; empty for none. */
  readonly besideId: string;
  readonly taxYear: TaxYear;
  readonly choose: (change: { readonly account?: string; readonly beside?: string; readonly year?: TaxYear }) => void;
  /** Null as long as there is no account. */
  readonly allowances: Live<AllowancesView | null>;
}

/** The holder, the tax year and the second holder of the address; else the first account, this year and the spouse. */
export function useAllowances(accounts: readonly Account[]): AllowancesChoice {
  const [address, setAddress] = useSearchParams();
  const known = (id: string | null): string => accounts.find((account) => account.id === id)?.id ?? '';
  const accountId = known(address.get('account')) || (accounts[0]?.id ?? '');
  const asked = address.get('beside');
  const [presentYear] = useState(() => taxYearOf(londonDate(Date.now())));
  const taxYear = parseTaxYear(address.get('year') ?? '') ?? presentYear;
  const read = async (): Promise<AllowancesView | null> => {
    if (accountId === '') return null;
    const ids = [accountId, known(asked)].filter((id, index, all) => id !== '' && all.indexOf(id) === index);
    const own = await compute().allowances({ accountIds: ids, taxYear });
    const spouse = known(own.holders[0]?.holder.spouseAccountId ?? null);
    if (asked !== null || spouse === '') return own;
    return await compute().allowances({ accountIds: [accountId, spouse], taxYear });
  };
  const allowances = useLive(read, onComputeChange, [accountId, asked, taxYear, accounts.map(({ id }) => id)]);
  return {
    accountId,
    besideId: allowances.data?.holders[1]?.accountId ?? '',
    taxYear,
    allowances,
    choose: (change) => {
      const now: Record<string, string> = {
        account: accountId,
        year: taxYear,
        ...(asked !== null && { beside: asked }),
      };
      setAddress({ ...now, ...change }, { replace: true });
    },
  };
}
