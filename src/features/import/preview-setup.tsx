import { useState } from 'react';
import type { TransactionField } from '../../../domain/csv/tables/columns.ts';
import type { ChosenDateOrder } from '../../../domain/csv/cells/day-text.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { HelpLink } from '../../ui/controls/help-link.tsx';
import { formatCount } from '../../ui/texts/format.ts';
import { SelectField } from '../../ui/forms/select-field.tsx';
import type { FileReading, TransactionPreview } from '../../../workers/worker-api.ts';
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
  const furtherBrokers = unknownBrokers.slice(MOST_BROKERS);
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
            <div className={styles.group}>
              {newAccounts.slice(0, MOST_NEW_ACCOUNTS).map((account) => (
                <Checkbox
                  key={account.name}
                  label={`Create account “${account.name}” (${rowsText(account.rows)})`}
                  checked={createAccounts.has(account.name)}
                  onCheckedChange={() => {
                    onToggleAccount(account.name);
                  }}
                />
              ))}
              {newAccounts.length > MOST_NEW_ACCOUNTS && (
                <p>
                  and {formatCount(newAccounts.length - MOST_NEW_ACCOUNTS)} more, whose rows are left out. Does another
                  column hold the account?
                </p>
              )}
            </div>
          )}
          {unknownBrokers.slice(0, MOST_BROKERS).map((broker) => (
            <SelectField
              key={broker.name}
              label={`${broker.name === '' ? 'Broker for rows without one' : `Unknown broker “${broker.name}”, import as`} (${rowsText(broker.rows)})`}
              options={brokers.map(({ id, name }) => ({ value: id, label: name }))}
              placeholder="Select a broker"
              value={brokerChoices[broker.name] ?? broker.brokerId ?? ''}
              onChange={(event) => {
                onChooseBroker([broker.name], event.target.value);
              }}
            />
          ))}
          {furtherBrokers.length > 0 && (
            <SelectField
              label={`${formatCount(furtherBrokers.length)} more unknown brokers, import as (${rowsText(furtherBrokers.reduce((sum, broker) => sum + broker.rows, 0))})`}
              hint="Does another column hold the broker?"
              options={brokers.map(({ id, name }) => ({ value: id, label: name }))}
              placeholder="Select a broker"
              value={brokerChoices[furtherBrokers[0]?.name ?? ''] ?? furtherBrokers[0]?.brokerId ?? ''}
              onChange={(event) => {
                onChooseBroker(
                  furtherBrokers.map(({ name }) => name),
                  event.target.value,
                );
              }}
            />
          )}
        </fieldset>
      )}
      <SkippedLines preview={preview} />
      <ReadingDetails preview={preview} reading={reading} onRead={onRead} disabled={disabled} />
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
            Line {line}: {reason} “{text}”
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
