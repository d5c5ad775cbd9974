import { useState } from 'react';
import { parseIsoDate } from '../../../../domain/values/dates.ts';
import type { HoldfastDatabase } from '../../../data/database/schema.ts';
import { askRatesAt, type HistoricalRate } from '../../../sync/ask/admin-calls.ts';
import { mapAnswer, type ServerAnswer } from '../../../sync/ask/ask-server.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { DataTable } from '../../../ui/lists/data-table.tsx';
import type { Column } from '../../../ui/lists/data-table-types.ts';
import { DateField } from '../../../ui/forms/date-field.tsx';
import { dateInSentence, formatDate } from '../../../ui/texts/date-text.ts';
import { EmptyState } from '../../../ui/layout/empty-state.tsx';
import { formatFigure } from '../../../ui/texts/format.ts';
import { NumberedPager } from '../../../ui/lists/numbered-pager.tsx';
import { Section } from '../../../ui/layout/page.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { adminInstant } from '../shared/admin-text.ts';
import styles from '../shared/admin.module.css';
import { ServerPart } from '../shared/server-part.tsx';
import { useServerAnswer } from '../shared/use-server-answer.ts';

/** Page size of the history and decimals of a rate (002 §9). */
const PAGE_SIZE = 20;
const PLACES = 6;

/** The rates of which either currency contains the term, whatever its case; all of them for an empty term. */
function ratesMatching(rates: readonly HistoricalRate[], term: string): readonly HistoricalRate[] {
  const wanted = term.toUpperCase();
  return wanted === ''
    ? rates
    : rates.filter(
        ({ fromCurrency, toCurrency }) =>
          fromCurrency.toUpperCase().includes(wanted) || toCurrency.toUpperCase().includes(wanted),
      );
}

const COLUMNS: readonly Column<HistoricalRate>[] = [
  { key: 'from', header: 'From', cell: ({ fromCurrency }) => fromCurrency, card: 'title' },
  { key: 'to', header: 'To', cell: ({ toCurrency }) => toCurrency, cardLabel: true },
  { key: 'rate', header: 'Rate', align: 'end', cell: ({ rate }) => formatFigure(rate, PLACES), card: 'value' },
  { key: 'fetchedAt', header: 'Fetched At', cell: ({ fetchedAt }) => adminInstant(fetchedAt) },
];

/**
 * The server's reply for one day; it stays on the screen, with its day, while another day is loading or cannot be
 * loaded.
 */
interface RatesOfDay {
  /** `yyyy-MM-dd` */
  readonly day: string;
  readonly rates: readonly HistoricalRate[];
}

/** The last hour that belongs to the day in London in winter and in summer, so the rates at its end. */
const DAY_END = 'T22:59:59Z';

async function askRatesOf(db: HoldfastDatabase, day: string): Promise<ServerAnswer<RatesOfDay>> {
  const answer = await askRatesAt(db, day + DAY_END);
  return mapAnswer(answer, (rates) => ({ day, rates }));
}

/** The rates of a day, searched and paged on the device (002 §2). `today` is `yyyy-MM-dd`. */
export function RateHistory({ today }: { readonly today: string }) {
  const [date, setDate] = useState(today);
  const [asked, setAsked] = useState(today);
  const [term, setTerm] = useState('');
  const [page, setPage] = useState(1);
  const view = useServerAnswer('rates-of-day', async (db) => await askRatesOf(db, asked), [asked]);
  const day = parseIsoDate(date);
  return (
    <Section title="Historical Exchange Rates">
      <div className={styles.fieldAndButton}>
        <DateField label="Select Date:" value={date} onValueChange={setDate} max={today} />
        <Button
          disabled={day === null}
          loading={view.asking}
          onClick={() => {
            setPage(1);
            if (day === asked) view.refresh();
            else if (day !== null) setAsked(day);
          }}
        >
          Load Rates
        </Button>
      </div>
      <TextField
        label="Search"
        labelHidden
        type="search"
        width="wide"
        placeholder="Search by currency code (e.g., USD, GBP, EUR)"
        value={term}
        onChange={(event) => {
          setTerm(event.target.value);
          setPage(1);
        }}
      />
      <ServerPart
        view={view}
        failureText={(message) => `Failed to load rates for selected date: ${message}`}
        loadingText="Loading rates..."
      >
        {({ day: shown, rates }) => (
          <>
            {shown !== asked && <p>The rates of {dateInSentence(shown)}:</p>}
            <RatePage rates={rates} term={term.trim()} day={shown} page={page} onPage={setPage} />
          </>
        )}
      </ServerPart>
    </Section>
  );
}

interface RatePageProps {
  readonly rates: readonly HistoricalRate[];
  readonly term: string;
  readonly day: string;
  readonly page: number;
  readonly onPage: (page: number) => void;
}

function RatePage({ rates, term, day, page, onPage }: RatePageProps) {
  const found = ratesMatching(rates, term);
  const first = (page - 1) * PAGE_SIZE;
  const shown = found.slice(first, first + PAGE_SIZE);
  const totalPages = Math.ceil(found.length / PAGE_SIZE);
  return (
    <>
      <p className={styles.muted}>
        {term === ''
          ? `Showing ${rates.length} rates`
          : `Showing ${found.length} of ${rates.length} rates matching "${term}"`}
      </p>
      <DataTable
        caption="Historical Exchange Rates"
        columns={COLUMNS}
        rows={shown}
        rowKey={({ fromCurrency, toCurrency }) => `${fromCurrency} ${toCurrency}`}
        rowLabel={({ fromCurrency, toCurrency }) => `${fromCurrency} to ${toCurrency}`}
        empty={
          <EmptyState
            title={
              term === ''
                ? `No exchange rates found for ${formatDate(day)}`
                : `No exchange rates found matching "${term}"`
            }
          />
        }
      />
      <NumberedPager page={page} totalPages={totalPages} onPage={onPage}>
        Page {page} of {totalPages} ({first + 1}-{first + shown.length} of {found.length})
      </NumberedPager>
    </>
  );
}
