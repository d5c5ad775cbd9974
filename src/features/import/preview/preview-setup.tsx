import { useState } from 'react';
import type { TransactionField } from '../../../../domain/csv/tables/columns.ts';
import type { ChosenDateOrder } from '../../../../domain/csv/cells/day-text.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { HelpLink } from '../../../ui/controls/help-link.tsx';
import { formatCount } from '../../../ui/texts/format.ts';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import type { FileReading, TransactionPreview } from '../../../../workers/api/worker-api.ts';
import { ColumnChooser } from './column-chooser.tsx';
import { MOST_NEW_ACCOUNTS } from './preview-selection.ts';
import styles from './preview-setup.module.css';

export interface PreviewSetupProps {
  readonly preview: TransactionPreview;
  readonly brokers: readonly { readonly id: string; readonly name: string }[];
  readonly createAccounts: ReadonlySet<string>;
  readonly onToggleAccount: (name: string) => void;
  readonly brokerChoices: Readonly<Record<string, string>>;
  readonly onChooseBroker: (names: readonly string[], brokerId: string) => void;
  /** How the user said that the file is to be read. */
  readonly reading: FileReading;
  /** Reads the file again in another way. */
  readonly onRead: (change: FileReading) => void;
  readonly disabled: boolean;
}

const DATE_ORDERS = [
  { value: 'dmy', label: 'Day/month/year' },
  { value: 'mdy', label: 'Month/day/year' },
] as const satisfies readonly { readonly value: ChosenDateOrder; readonly label: string }[];

/** At most this many fields are shown beside each other. */
const MOST_BROKERS = 30;

function rowsText(rows: number): string {
  return `${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}`;
}

/** The accounts and brokers that the file names and the device does not know, and how the file was read. */
export function PreviewSetup({
  preview,
  brokers,
  createAccounts,
  onToggleAccount,
  brokerChoices,
  onChooseBroker,
  reading,
  onRead,
  disabled,
}: PreviewSetupProps) {
  const { newAccounts, unknownBrokers } = preview;
  const { dateOrder } = reading;
  const asksDates = preview.datesAmbiguous || dateOrder !== undefined;
  const asksCharges = preview.chargeSplits > 0;
  const asks = asksDates || asksCharges || newAccounts.length + unknownBrokers.length > 0;
  return (
    <>
      {asks && (
        <fieldset className={styles.groups} disabled={disabled} aria-label="What the file does not say">
          {asksDates && (
            <SelectField
              label="Dates in this file are"
              hint="Every date can be read as day/month or month/day: please check."
              options={DATE_ORDERS}
              value={dateOrder ?? 'dmy'}
              onChange={(event) => {
                onRead({ dateOrder: event.target.value === 'mdy' ? 'mdy' : 'dmy' });
              }}
            />
          )}
          {asksCharges && (
            <Checkbox
              label={`Split the charge of purchases into stamp duty (0.5%) and dealing charge (${rowsText(preview.chargeSplits)})`}
              checked={reading.splitCharges === true}
              onCheckedChange={(splitCharges) => {
                onRead({ splitCharges });
              }}
            />
          )}
          {newAccounts.length > 0 && (
            <NewAccounts accounts={newAccounts} chosen={createAccounts} onToggle={onToggleAccount} />
          )}
          {unknownBrokers.length > 0 && (
            <UnknownBrokers
              unknown={unknownBrokers}
              brokers={brokers}
              choices={brokerChoices}
              onChoose={onChooseBroker}
            />
          )}
        </fieldset>
      )}
      <SkippedLines preview={preview} />
      <ReadingDetails preview={preview} reading={reading} onRead={onRead} disabled={disabled} />
    </>
  );
}

/** The accounts that are to be created, each of which can be left out. */
function NewAccounts({
  accounts,
  chosen,
  onToggle,
}: {
  readonly accounts: TransactionPreview['newAccounts'];
  readonly chosen: ReadonlySet<string>;
  readonly onToggle: (name: string) => void;
}) {
  return (
    <div className={styles.group}>
      {accounts.slice(0, MOST_NEW_ACCOUNTS).map(({ name, rows }) => (
        <Checkbox
          key={name}
          label={`Create account "${name}" (${rowsText(rows)})`}
          checked={chosen.has(name)}
          onCheckedChange={() => {
            onToggle(name);
          }}
        />
      ))}
      {accounts.length > MOST_NEW_ACCOUNTS && (
        <p>
          and {formatCount(accounts.length - MOST_NEW_ACCOUNTS)} more, whose rows are left out. Does another column hold
          the account?
        </p>
      )}
    </div>
  );
}

interface UnknownBrokersProps extends Pick<PreviewSetupProps, 'brokers'> {
  readonly unknown: TransactionPreview['unknownBrokers'];
  /** Ids of brokers by their names in the file. */
  readonly choices: Readonly<Record<string, string>>;
  readonly onChoose: (names: readonly string[], brokerId: string) => void;
}

/** A field for each of the first brokers, and one for all others together. */
function UnknownBrokers({ unknown, brokers, choices, onChoose }: UnknownBrokersProps) {
  const options = brokers.map(({ id, name }) => ({ value: id, label: name }));
  const further = unknown.slice(MOST_BROKERS);
  return (
    <>
      {unknown.slice(0, MOST_BROKERS).map(({ name, brokerId, rows }) => (
        <SelectField
          key={name}
          label={`${name === '' ? 'Broker for rows without one' : `Unknown broker "${name}", import as`} (${rowsText(rows)})`}
          options={options}
          placeholder="Select a broker"
          value={choices[name] ?? brokerId ?? ''}
          onChange={(event) => {
            onChoose([name], event.target.value);
          }}
        />
      ))}
      {further.length > 0 && (
        <SelectField
          label={`${formatCount(further.length)} more unknown brokers, import as (${rowsText(further.reduce((sum, broker) => sum + broker.rows, 0))})`}
          hint="Does another column hold the broker?"
          options={options}
          placeholder="Select a broker"
          value={choices[further[0]?.name ?? ''] ?? further[0]?.brokerId ?? ''}
          onChange={(event) => {
            onChoose(
              further.map(({ name }) => name),
              event.target.value,
            );
          }}
        />
      )}
    </>
  );
}

/** Lines that are not transactions, each with its reason; folded until opened. */
function SkippedLines({ preview: { skipped, summary } }: Pick<PreviewSetupProps, 'preview'>) {
  if (skipped.length === 0) return null;
  return (
    <details>
      <summary>Skipped lines ({formatCount(summary.skippedRows)})</summary>
      <ul className={styles.notices}>
        {skipped.map(({ line, text, reason }) => (
          <li key={line}>
            Line {line}: {reason} "{text}"
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Without one of each of these no row can be read: the columns are then shown at once. */
const NEEDED: readonly (readonly TransactionField[])[] = [
  ['transactionDate'],
  ['transactionType'],
  ['isin', 'sedol', 'ticker', 'assetName'],
  ['consideration', 'price'],
];

/** What each column was read as, and for a broker's file whether it is read as one; folded until opened. */
function ReadingDetails({
  preview,
  reading,
  onRead,
  disabled,
}: Pick<PreviewSetupProps, 'preview' | 'reading' | 'onRead' | 'disabled'>) {
  const { columns, isBrokerFile } = preview;
  const isShort =
    !isBrokerFile && NEEDED.some((fields) => !columns.some(({ field }) => field !== null && fields.includes(field)));
  const [open, setOpen] = useState(isShort);
  if (columns.length === 0) return null;
  const used = columns.filter((column) => column.field !== null).length;
  return (
    <details
      open={open}
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
      }}
    >
      <summary>
        {isBrokerFile ? `Read as a file of ${preview.profileName}` : `Columns: ${used} of ${columns.length} used`}
      </summary>
      {isBrokerFile ? (
        <div className={styles.reading}>
          <HelpLink page="broker-files" section={preview.profileName} newTab>
            What Holdfast reads from this file
          </HelpLink>
          <Button
            size="small"
            disabled={disabled}
            onClick={() => {
              onRead({ byColumns: true });
            }}
          >
            Choose its columns instead
          </Button>
        </div>
      ) : (
        open && (
          <div className={styles.columns}>
            <ColumnChooser
              columns={columns}
              disabled={disabled}
              onChoose={(chosen) => {
                onRead({ columns: chosen });
              }}
              onForget={
                preview.columnsChosen || reading.byColumns === true
                  ? () => {
                      onRead({ columns: null, byColumns: false });
                    }
                  : undefined
              }
            />
          </div>
        )
      )}
    </details>
  );
}
