import { Link } from 'react-router-dom';
import type { Account } from '../../../domain/records/records.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { PageHeader } from '../../ui/layout/page.tsx';
import { HolderYearFields } from '../../ui/forms/holder-year-fields.tsx';
import { optionsOf, SelectField } from '../../ui/forms/select-field.tsx';
import { SkeletonBlock } from '../../ui/layout/skeleton.tsx';
import type { Live } from '../../ui/hooks/use-live.ts';
import { ValuesTextButton } from '../../ui/values/values-text-button.tsx';
import { ABOUT, ANNOUNCED } from './allowance-words.ts';
import styles from './allowances.module.css';
import { HolderColumn } from './holder-column.tsx';
import { PrintAllowances } from './print-allowances.tsx';
import { NOBODY, useAllowances } from './use-allowances.ts';

/** The allowances of a tax year: one account holder, or two side by side. */
export function AllowancesScreen({ accounts }: { readonly accounts: Live<readonly Account[]> }) {
  const holders = accounts.data ?? [];
  const { accountId, besideId, taxYear, choose, allowances } = useAllowances(holders);
  const { data, loading } = allowances;
  const failed = allowances.error !== undefined && !loading;
  // Figures of another year or holder are not shown under this one's name.
  const view = data?.taxYear === taxYear && data.holders[0]?.accountId === accountId ? data : null;
  return (
    <>
      <PageHeader
        title="Allowances"
        description={ABOUT}
        actions={
          <div className={styles.actions}>
            <ValuesTextButton />
            {view !== null && <PrintAllowances view={view} />}
          </div>
        }
      />
      {accounts.error !== undefined && <Banner tone="error">The accounts could not be read. Please try again.</Banner>}
      <div className={styles.choice}>
        <HolderYearFields
          taxYear={taxYear}
          years={data?.years ?? []}
          onYear={(year) => choose({ year })}
          accountId={accountId}
          holders={holders}
          onHolder={(account) => choose({ account })}
        />
        {holders.length > 1 && (
          <SelectField
            label="Side by side with"
            options={[{ value: NOBODY, label: 'Nobody' }, ...optionsOf(holders.filter(({ id }) => id !== accountId))]}
            value={besideId === '' ? NOBODY : besideId}
            onChange={({ target: { value } }) => choose({ beside: value })}
          />
        )}
      </div>
      {failed && (
        <Banner tone="error">
          The allowances of {taxYear} could not be worked out. Nothing was changed. Please try again.
        </Banner>
      )}
      {view === null && !failed && <SkeletonBlock lines={8} text="Loading allowances..." />}
      {view !== null && (
        <>
          {view.status === 'announced' && (
            <Banner tone="info">The limits of {taxYear} are announced but not law yet.</Banner>
          )}
          <div className={styles.holders}>
            {view.holders.map((holder) => (
              <HolderColumn
                key={`${holder.accountId} ${taxYear}`}
                view={holder}
                asOf={view.asOf}
                accounts={holders}
                years={view.years}
              />
            ))}
          </div>
          {view.status === 'announced' && <p className={styles.muted}>{ANNOUNCED}</p>}
          <p className={styles.muted}>
            <Link to="/plans">Plans</Link> · <Link to={`/income?account=${accountId}&year=${taxYear}`}>Income</Link> ·{' '}
            <Link to="/capital-gains">Capital gains</Link>
          </p>
        </>
      )}
    </>
  );
}
