import type { ChosenDateOrder } from '../../../domain/csv/preview.ts';
import { Banner } from '../../ui/banner.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { formatCount } from '../../ui/format.ts';
import { SelectField } from '../../ui/select-field.tsx';
import type { ImportPreview } from '../../../workers/worker-api.ts';
import styles from './preview-setup.module.css';

export interface PreviewSetupProps {
  readonly preview: ImportPreview;
  readonly brokers: readonly { readonly id: string; readonly name: string }[];
  readonly createAccounts: ReadonlySet<string>;
  readonly onToggleAccount: (name: string) => void;
  readonly brokerChoices: Readonly<Record<string, string>>;
  readonly onChooseBroker: (name: string, brokerId: string) => void;
  /** The order of day and month that was chosen; asked for only where the file does not tell. */
  readonly dateOrder: ChosenDateOrder | undefined;
  readonly onChooseDateOrder: (dateOrder: ChosenDateOrder) => void;
  readonly disabled: boolean;
}

const DATE_ORDERS = [
  { value: 'dmy', label: 'Day/month/year' },
  { value: 'mdy', label: 'Month/day/year' },
] as const satisfies readonly { readonly value: ChosenDateOrder; readonly label: string }[];

function rowsText(rows: number): string {
  return `${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}`;
}

/** What the file names and the device does not know: accounts to create, brokers to choose, securities to add; and how it was read. */
export function PreviewSetup({ preview, brokers, createAccounts, onToggleAccount, brokerChoices, onChooseBroker, dateOrder, onChooseDateOrder, disabled }: PreviewSetupProps) {
  const { newAccounts, unknownBrokers, unlistedAssets, notices } = preview;
  const asksDates = preview.datesAmbiguous || dateOrder !== undefined;
  return (
    <>
      {(asksDates || newAccounts.length + unknownBrokers.length > 0) && (
        <fieldset className={styles.groups} disabled={disabled} aria-label="What the file leaves open">
          {asksDates && (
            <SelectField
              label="Dates in this file are"
              hint="Every date can be read both ways: please check."
              options={DATE_ORDERS}
              value={dateOrder ?? 'dmy'}
              onChange={(event) => { onChooseDateOrder(event.target.value === 'mdy' ? 'mdy' : 'dmy'); }}
            />
          )}
          {newAccounts.length > 0 && (
            <div className={styles.group}>
              {newAccounts.map((account) => (
                <Checkbox
                  key={account.name}
                  label={`Create account “${account.name}” (${rowsText(account.rows)})`}
                  checked={createAccounts.has(account.name)}
                  onCheckedChange={() => { onToggleAccount(account.name); }}
                />
              ))}
            </div>
          )}
          {unknownBrokers.map((broker) => (
            <SelectField
              key={broker.name}
              label={`${broker.name === '' ? 'Broker for rows that name none' : `Unknown broker “${broker.name}”, import as`} (${rowsText(broker.rows)})`}
              options={brokers.map(({ id, name }) => ({ value: id, label: name }))}
              placeholder="Select a broker"
              value={brokerChoices[broker.name] ?? broker.brokerId ?? ''}
              onChange={(event) => { onChooseBroker(broker.name, event.target.value); }}
            />
          ))}
        </fieldset>
      )}
      {(unlistedAssets.length > 0 || notices.length > 0) && (
        <Banner tone="info">
          <ul className={styles.notices}>
            {unlistedAssets.length > 0 && <li>{unlistedText(unlistedAssets)}</li>}
            {notices.map((notice) => <li key={notice}>{notice}</li>)}
          </ul>
        </Banner>
      )}
    </>
  );
}

/** Names are listed only while they are few. */
const NAMED_ASSETS = 3;

function unlistedText(assets: ImportPreview['unlistedAssets']): string {
  const names = assets.slice(0, NAMED_ASSETS).map((asset) => asset.name || asset.isin).join(', ');
  const more = assets.length > NAMED_ASSETS ? ` and ${formatCount(assets.length - NAMED_ASSETS)} more` : '';
  return assets.length === 1
    ? `1 security is not in the catalogue and will be added as unlisted, without a price: ${names}.`
    : `${formatCount(assets.length)} securities are not in the catalogue and will be added as unlisted, without a price: ${names}${more}.`;
}
