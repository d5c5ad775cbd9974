import { useState } from 'react';
import {
  type AccountSettings,
  accountSettingsValue,
  type Period,
  readAccountSettings,
} from '../../../domain/records/account-settings.ts';
import { parseIsoDate } from '../../../domain/values/dates.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { getExtra, saveExtra } from '../../data/records/extras.ts';
import { notWrittenText } from '../../data/database/write-fault-text.ts';
import { tellFaultAnd } from '../../ui/app-state/app-faults.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { DateField } from '../../ui/forms/date-field.tsx';
import { formatDate } from '../../ui/texts/date-text.ts';
import { DeviceOnly } from '../../ui/messages/device-only.tsx';
import { FieldRow, FieldStack, Section } from '../../ui/layout/page.tsx';
import { useStored } from '../../ui/hooks/use-stored.ts';
import styles from './account-tax-settings.module.css';

const KIND = 'account-settings';
const FAILED = 'The settings of this account could not be saved. Please try again.';

async function readSettings(accountId: string): Promise<AccountSettings> {
  return readAccountSettings((await getExtra(currentDatabase(), KIND, accountId)) ?? {});
}

/** Saves the settings with a change; returns why they were not saved, or null. */
async function change(accountId: string, change: Partial<AccountSettings>): Promise<string | null> {
  const settings = { ...(await readSettings(accountId)), ...change };
  const saved = await saveExtra(currentDatabase(), KIND, accountId, accountSettingsValue(settings));
  return saved.ok ? null : notWrittenText(saved, FAILED);
}

/** What the holder states about an account for capital gains; each change is kept at once. */
export function AccountTaxSettings({ accountId }: { readonly accountId: string }) {
  const { data } = useStored(() => readSettings(accountId), [accountId]);
  const [failure, setFailure] = useState<string | null>(null);
  if (data === undefined) return null;
  const keep = async (changed: Partial<AccountSettings>) => {
    setFailure(await change(accountId, changed).catch(tellFaultAnd(FAILED)));
  };
  return (
    <Section title="Capital Gains Tax" description="Changes apply immediately to every tax year.">
      {failure !== null && <Banner tone="error">{failure}</Banner>}
      <FieldStack>
        <div>
          <Checkbox
            label="Count FX charges as an allowable cost"
            checked={data.fxChargeAllowable}
            onCheckedChange={(fxChargeAllowable) => void keep({ fxChargeAllowable })}
          />
          <p className={styles.hint}>
            HMRC's answer on its forum says that they are not. Each disposal's workings show which applies.
          </p>
        </div>
        <Residence periods={data.notResident} onChange={(notResident) => void keep({ notResident })} />
        <DeviceOnly what="extras" />
      </FieldStack>
    </Section>
  );
}

function wordsOf({ from, to }: Period): string {
  return to === null ? `Since ${formatDate(from)}` : `${formatDate(from)} to ${formatDate(to)}`;
}

/** The period that was typed, or what is wrong with it. */
function readPeriod(from: string, to: string): Period | string {
  const [first, last] = [parseIsoDate(from), parseIsoDate(to)];
  if (first === null) return 'Enter the first day as dd/mm/yyyy.';
  if (last === null)
    return to.trim() === '' ? { from: first, to: null } : 'Enter the last day as dd/mm/yyyy, or leave it empty.';
  return last < first ? 'The last day must not be before the first.' : { from: first, to: last };
}

interface ResidenceProps {
  readonly periods: readonly Period[];
  readonly onChange: (periods: readonly Period[]) => void;
}

/** When the holder was not resident (RULES 3.6). */
function Residence({ periods, onChange }: ResidenceProps) {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const add = () => {
    const period = readPeriod(from, to);
    setFault(typeof period === 'string' ? period : null);
    if (typeof period === 'string') return;
    onChange([...periods, period].toSorted((a, b) => a.from.localeCompare(b.from)));
    setFrom('');
    setTo('');
  };
  return (
    <fieldset className={styles.residence}>
      <legend>Not resident in the United Kingdom</legend>
      <p className={styles.hint}>
        Purchases in these periods are outside the 30-day rule. Other effects of a change of residence are not
        calculated.
      </p>
      {periods.length > 0 && (
        <ul className={styles.periods}>
          {periods.map((period, index) => (
            <li key={`${period.from} ${period.to ?? ''}`}>
              {wordsOf(period)}
              <Button
                size="small"
                aria-label={`Remove ${wordsOf(period)}`}
                onClick={() => {
                  onChange(periods.toSpliced(index, 1));
                }}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <FieldRow>
        <DateField label="First Day" value={from} onValueChange={setFrom} />
        <DateField label="Last Day (optional)" value={to} onValueChange={setTo} />
      </FieldRow>
      {fault !== null && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      <div>
        <Button onClick={add}>Add Period</Button>
      </div>
    </fieldset>
  );
}
