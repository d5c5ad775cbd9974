import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { taxDateText } from '../../../domain/tax-dates/tax-date-words.ts';
import type { SoldHolder } from '../../../workers/api/worker-api.ts';
import type { NamedTaxDate } from '../../../domain/tax-dates/tax-calendar.ts';
import { compute, onComputeChange } from '../../compute/compute.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { listAccounts } from '../../data/records/accounts.ts';
import { tellFault } from '../../ui/app-state/app-faults.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { DataTable } from '../../ui/lists/data-table.tsx';
import type { Column } from '../../ui/lists/data-table-types.ts';
import { DateText, HiddenMoney } from '../../ui/values/figures.tsx';
import { MoneyRange } from '../../ui/values/money-range.tsx';
import { Section } from '../../ui/layout/page.tsx';
import { PriceAge } from '../../ui/values/price-age.tsx';
import { saveFile } from '../../ui/hooks/save-file.ts';
import { SkeletonBlock } from '../../ui/layout/skeleton.tsx';
import { showToast } from '../../ui/messages/toast.tsx';
import { useLive } from '../../ui/hooks/use-live.ts';
import { useStored } from '../../ui/hooks/use-stored.ts';
import styles from './dashboard.module.css';

/** Tax ahead: what would be left if all were sold, and the coming dates. Requested after the first figures. */
export function TaxAhead() {
  return (
    <div className={styles.ahead}>
      <IfAllSold />
      <TaxDates />
    </div>
  );
}

function IfAllSold() {
  const { data, error } = useLive(() => compute().ifAllSold(), onComputeChange, []);
  const { data: accounts = [] } = useStored(async () => await listAccounts(currentDatabase()), []);
  const nameOf = (accountId: string): string => accounts.find(({ id }) => id === accountId)?.name ?? '';
  return (
    <Section title="If everything were sold today" aside={<Link to="/plans">See plans</Link>}>
      {error !== undefined && <p className={styles.note}>What would be left could not be worked out.</p>}
      {data === undefined && error === undefined && (
        <SkeletonBlock lines={3} text="Working out what would be left..." />
      )}
      {data?.holders.length === 0 && <p className={styles.note}>There is no holding with a price.</p>}
      {data !== undefined && data.holders.length > 0 && (
        <>
          <p className={styles.note}>
            At latest prices, after charges and Capital Gains Tax. Pensions are taxed when they are drawn, which is not
            in these figures. <PriceAge prices={data.securities} />
          </p>
          <DataTable
            caption="What would be left"
            columns={soldColumns(nameOf)}
            rows={data.holders}
            rowKey={({ accountId }) => accountId}
            rowLabel={({ accountId }) => nameOf(accountId)}
          />
        </>
      )}
    </Section>
  );
}

function soldColumns(nameOf: (accountId: string) => string): readonly Column<SoldHolder>[] {
  return [
    { key: 'holder', header: 'Account holder', cell: ({ accountId }) => nameOf(accountId) },
    {
      key: 'value',
      header: 'Value',
      align: 'end',
      card: 'value',
      cell: ({ value }) => <HiddenMoney value={value} places={0} mask="****" />,
    },
    {
      key: 'tax',
      header: 'Tax',
      align: 'end',
      cell: ({ tax }) => <MoneyRange range={tax} places={0} mask="****" />,
    },
    {
      key: 'left',
      header: 'What is left',
      align: 'end',
      cell: ({ left }) => <MoneyRange range={left} places={0} mask="****" />,
    },
  ];
}

/** Shown until all are asked for. */
const FIRST_DATES = 4;

function TaxDates() {
  const { data, error } = useLive(() => compute().taxDates(), onComputeChange, []);
  const [all, setAll] = useState(false);
  const [withNames, setWithNames] = useState(false);
  const dates = data?.dates ?? [];
  const save = async () => {
    try {
      saveFile(await compute().exportTaxDates({ withNames }));
    } catch (error) {
      tellFault(error);
      showToast({ title: 'The calendar file could not be created. Please try again.', tone: 'error' });
    }
  };
  return (
    <Section title="Tax dates" aside={<Link to="/allowances">See allowances</Link>}>
      {error !== undefined && <p className={styles.note}>The tax dates could not be worked out.</p>}
      {data === undefined && error === undefined && <SkeletonBlock lines={3} text="Loading tax dates..." />}
      <ul className={styles.dates}>
        {(all ? dates : dates.slice(0, FIRST_DATES)).map((date) => (
          <li key={date.key}>
            <DateText value={date.date} /> <span>{dateWords(date)}</span>
          </li>
        ))}
      </ul>
      {data !== undefined && (
        <div className={styles.calendar}>
          {dates.length > FIRST_DATES && (
            <Button size="small" onClick={() => setAll(!all)}>
              {all ? 'Show fewer' : `Show all ${dates.length}`}
            </Button>
          )}
          <Button size="small" icon={<CalendarPlus size={16} aria-hidden="true" />} onClick={() => void save()}>
            Save as calendar file
          </Button>
          <Checkbox label="Include names" checked={withNames} onCheckedChange={setWithNames} />
        </div>
      )}
    </Section>
  );
}

function dateWords(date: NamedTaxDate): string {
  const names = [date.record, date.holder].filter((name) => name !== null);
  return names.length === 0 ? taxDateText(date) : `${taxDateText(date)} (${names.join(', ')})`;
}
