import { Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { londonDate } from '../../../domain/values/dates.ts';
import type { Account, Broker } from '../../../domain/records/records.ts';
import type { ReturnsAnswer, ReturnsRequest } from '../../../workers/api/worker-api.ts';
import { compute, onComputeChange } from '../../compute/compute.ts';
import { readBenchmark, storeBenchmark } from '../../data/device/local-settings.ts';
import { tellFault } from '../../ui/app-state/app-faults.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { PageHeader } from '../../ui/layout/page.tsx';
import { dateInSentence } from '../../ui/texts/date-text.ts';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { saveFile } from '../../ui/hooks/save-file.ts';
import { SkeletonBlock } from '../../ui/layout/skeleton.tsx';
import { showToast } from '../../ui/messages/toast.tsx';
import { useLive } from '../../ui/hooks/use-live.ts';
import { ValuesTextButton } from '../../ui/values/values-text-button.tsx';
import type { LineNames } from './bridge-lines.tsx';
import { BridgeSection } from './bridge-section.tsx';
import { GrowthSection } from './growth-section.tsx';
import { PartsSection } from './parts-section.tsx';
import { PeriodAndScope } from './period-and-scope.tsx';
import { periodAsked, readAddress, writeAddress, type ReturnsAddress } from './returns-address.ts';
import { ReturnsFigures } from './returns-figures.tsx';
import { cashInScope, cashPlaceText, missingText, oldPricesText, oldRatesText, oversoldText } from './returns-words.ts';
import styles from './returns.module.css';
import { YearsSection } from './years-section.tsx';

async function exportReturns(request: ReturnsRequest): Promise<void> {
  try {
    saveFile(await compute().exportReturns(request));
  } catch (error) {
    tellFault(error);
    showToast({ title: 'Failed to export returns. Please try again.', tone: 'error' });
  }
}

/** What a part of the portfolio earned in a period. */
export function ReturnsScreen({
  accounts,
  brokers,
}: {
  readonly accounts: readonly Account[];
  readonly brokers: readonly Broker[];
}) {
  const [search, setSearch] = useSearchParams();
  const [benchmark, setBenchmark] = useState(readBenchmark);
  const address = readAddress(search);
  const [today] = useState(() => londonDate(Date.now()));
  const { period, faults } = periodAsked(address, today);
  const { scope, splitBy } = address;
  const request: ReturnsRequest | null = period === null ? null : { scope, period, benchmark, splitBy };
  const { data, error, loading } = useLive(
    async () => (request === null ? null : await compute().returns(request)),
    onComputeChange,
    [request],
  );
  const view = data ?? null;
  const change = (next: ReturnsAddress) => {
    // Typing a date adds nothing to the browser's history.
    setSearch(writeAddress(next), { replace: next.choice === 'own' && address.choice === 'own' });
  };
  return (
    <>
      <PageHeader
        title="Returns"
        actions={
          <div className={styles.actions}>
            <ValuesTextButton />
            <Button
              icon={<Download size={16} aria-hidden="true" />}
              disabled={request === null || view === null || view.isEmpty}
              onClick={() => {
                if (request !== null) void exportReturns(request);
              }}
            >
              Export to CSV
            </Button>
            <Button
              icon={<Printer size={16} aria-hidden="true" />}
              disabled={view === null}
              onClick={() => window.print()}
            >
              Print returns
            </Button>
          </div>
        }
      />
      <div className={styles.screen}>
        <PeriodAndScope
          address={address}
          faults={faults}
          shown={view?.period ?? null}
          choices={view?.choices ?? null}
          accounts={accounts}
          brokers={brokers}
          onChange={change}
        />
        {error !== undefined && <Banner tone="error">The returns could not be computed. Please try again.</Banner>}
        {error === undefined && view === null && request !== null && (
          <SkeletonBlock lines={12} text="Loading returns..." />
        )}
        {error === undefined && view !== null && request !== null && (
          <div aria-busy={loading}>
            <Returns
              view={view}
              request={request}
              names={namesOf(accounts, brokers)}
              onBenchmark={(isin) => {
                storeBenchmark(isin);
                setBenchmark(isin);
              }}
              onSplit={(next) => change({ ...address, splitBy: next })}
            />
          </div>
        )}
      </div>
    </>
  );
}

function namesOf(accounts: readonly Account[], brokers: readonly Broker[]): LineNames {
  const named = (records: readonly { readonly id: string; readonly name: string }[]) => {
    const names = new Map(records.map(({ id, name }) => [id, name]));
    return (id: string) => names.get(id) ?? id;
  };
  return { account: named(accounts), broker: named(brokers) };
}

function Returns({
  view,
  request,
  names,
  onBenchmark,
  onSplit,
}: {
  readonly view: ReturnsAnswer;
  readonly request: ReturnsRequest;
  readonly names: LineNames;
  readonly onBenchmark: (isin: string | null) => void;
  readonly onSplit: (splitBy: ReturnsRequest['splitBy']) => void;
}) {
  const { isEmpty, period, securitiesOnly, missing, oversold, oldPrices, oldRates } = view;
  if (isEmpty)
    return (
      <EmptyState title="Nothing to show" action={<ButtonLink to="/transactions/new">Add Transaction</ButtonLink>}>
        Nothing is recorded for this selection up to {dateInSentence(period.to)}. Once you record a purchase, its return
        appears here.
      </EmptyState>
    );
  const nameOf = (isin: string) => view.choices.holdings.find((entry) => entry.isin === isin)?.name ?? isin;
  return (
    <div className={styles.screen}>
      <div className={styles.note}>
        <p>
          {dateInSentence(period.from)} to {dateInSentence(period.to)}.{' '}
          {securitiesOnly
            ? 'Securities only: purchases are paid in, sales and income are paid out. Cash, savings and properties are not counted.'
            : 'Securities, and cash at brokers where it is known. Savings and properties are not counted.'}
        </p>
        {!securitiesOnly && (
          <details>
            <summary>Where cash counts</summary>
            <ul>
              {cashInScope(view.cashSince, request.scope).map((place) => (
                <li key={`${place.accountId} ${place.brokerId} ${place.taxWrapper}`}>{cashPlaceText(place, names)}</li>
              ))}
            </ul>
            <p>
              Before those dates, and everywhere else, purchases count as money paid in, sales and income as money paid
              out.
            </p>
          </details>
        )}
      </div>
      {missing.length > 0 && (
        <Banner
          tone="warning"
          actions={
            <ButtonLink to="/holdings/prices" size="small">
              Add prices
            </ButtonLink>
          }
        >
          Some figures are left out because prices or exchange rates are missing. {missingText(missing, nameOf)}
        </Banner>
      )}
      {oversold.length > 0 && (
        <Banner
          tone="warning"
          actions={
            <ButtonLink to="/transactions/new" size="small">
              Add transaction
            </ButtonLink>
          }
        >
          Some rates are left out because more was sold than was held: {oversoldText(oversold, nameOf)} Add the missing
          purchases or transfers.
        </Banner>
      )}
      {oldPrices.length > 0 && (
        <p className={styles.note}>Prices over a week old were used: {oldPricesText(oldPrices, nameOf)}</p>
      )}
      {oldRates.length > 0 && (
        <p className={styles.note}>Exchange rates over a week old were used: {oldRatesText(oldRates)}</p>
      )}
      <ReturnsFigures view={view} />
      <GrowthSection view={view} benchmark={request.benchmark} onBenchmark={onBenchmark} />
      <BridgeSection view={view} request={{ scope: request.scope, period: request.period }} names={names} />
      <PartsSection view={view} splitBy={request.splitBy} onSplit={onSplit} names={names} />
      <YearsSection years={view.years} />
    </div>
  );
}
