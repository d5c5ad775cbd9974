import type { RateSetting } from '../../../domain/records/account-settings.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { saveRates } from '../../data/records/income-statements.ts';
import { notWrittenText } from '../../data/database/write-fault-text.ts';
import { tellFaultAnd } from '../../ui/app-state/app-faults.ts';
import { Section } from '../../ui/layout/page.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { showToast } from '../../ui/messages/toast.tsx';
import type { IncomeView } from '../../../workers/api/worker-api.ts';
import styles from './income.module.css';

const SOURCES = [
  { value: 'hmrcMonth', label: "HMRC's monthly rate" },
  { value: 'day', label: "The day's rate" },
] as const;
const DAYS = [
  { value: 'distributionDate', label: 'Distribution date' },
  { value: 'periodEnd', label: 'End of the period' },
] as const;

/** HMRC has not said which rate to use: the holder chooses, for all years (RULES 4.4, 8.1). */
export function RateFields({
  view: { accountId, rateSetting: setting, fileRate },
}: {
  readonly view: Pick<IncomeView, 'accountId' | 'rateSetting' | 'fileRate'>;
}) {
  const keep = async (change: Partial<RateSetting>) => await save({ incomeRate: { ...setting, ...change } });
  const save = async (rates: Parameters<typeof saveRates>[2]) => {
    const saved = await saveRates(currentDatabase(), accountId, rates).catch(tellFaultAnd(null));
    if (saved?.ok !== true)
      showToast({
        title: notWrittenText(saved, 'The rate could not be saved. Please try again.'),
        tone: 'error',
      });
  };
  return (
    <Section
      title="Exchange rates"
      description="Recorded amounts keep their rate. Where a month has no rate, the day's rate is used; each working says which."
    >
      <div className={styles.fields}>
        <SelectField
          label="Exchange rate"
          hint="For excess reportable income and interest on cash"
          options={SOURCES}
          value={setting.source}
          onChange={({ target: { value } }) => {
            const chosen = SOURCES.find((source) => source.value === value);
            if (chosen !== undefined) void keep({ source: chosen.value });
          }}
        />
        <SelectField
          label="Day of the rate"
          options={DAYS}
          value={setting.day}
          onChange={({ target: { value } }) => {
            const chosen = DAYS.find((day) => day.value === value);
            if (chosen !== undefined) void keep({ day: chosen.value });
          }}
        />
        <SelectField
          label="Imported amounts not in pounds"
          hint="For trades and payments that you import"
          options={SOURCES}
          value={fileRate}
          onChange={({ target: { value } }) => {
            const chosen = SOURCES.find((source) => source.value === value);
            if (chosen !== undefined) void save({ fileRate: chosen.value });
          }}
        />
      </div>
    </Section>
  );
}
