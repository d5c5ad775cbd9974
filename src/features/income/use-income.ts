import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { londonDate } from '../../../domain/values/dates.ts';
import type { Account } from '../../../domain/records/records.ts';
import { parseTaxYear, taxYearOf, type TaxYear } from '../../../domain/values/tax-year.ts';
import { compute, onComputeChange } from '../../compute/compute.ts';
import { type Live, useLive } from '../../ui/hooks/use-live.ts';
import type { IncomeView } from '../../../workers/api/worker-api.ts';

export interface IncomeChoice {
  readonly accountId: string;
  readonly taxYear: TaxYear;
  readonly choose: (change: { readonly accountId?: string; readonly taxYear?: TaxYear }) => void;
  /** Null as long as there is no account. */
  readonly income: Live<IncomeView | null>;
}

/** The year and the holder of the address, else this year and the first account, with the income of that year. */
export function useIncome(accounts: readonly Account[]): IncomeChoice {
  const [address, setAddress] = useSearchParams();
  const asked = address.get('account');
  const accountId = (accounts.find(({ id }) => id === asked) ?? accounts[0])?.id ?? '';
  const [presentYear] = useState(() => taxYearOf(londonDate(Date.now())));
  const taxYear = parseTaxYear(address.get('year') ?? '') ?? presentYear;
  const read = async () => (accountId === '' ? null : await compute().income({ accountId, taxYear }));
  const income = useLive(read, onComputeChange, [accountId, taxYear]);
  return {
    accountId,
    taxYear,
    income,
    choose: (change) => {
      setAddress({ account: accountId, year: taxYear, ...renamed(change) }, { replace: true });
    },
  };
}

function renamed({ accountId, taxYear }: Parameters<IncomeChoice['choose']>[0]): Record<string, string> {
  return { ...(accountId !== undefined && { account: accountId }), ...(taxYear !== undefined && { year: taxYear }) };
}
