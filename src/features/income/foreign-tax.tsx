import { useState } from 'react';
import { parseAmount } from '../../../domain/values/amount.ts';
import type { ForeignTaxLine } from '../../../domain/income/income-year.ts';
import { treatyKey } from '../../../domain/income/stated-income.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { stateTreatyRate } from '../../data/records/income-statements.ts';
import { notWrittenText } from '../../data/database/write-fault-text.ts';
import { tellFaultAnd } from '../../ui/app-state/app-faults.ts';
import { Button } from '../../ui/controls/button.tsx';
import { DataTable } from '../../ui/lists/data-table.tsx';
import type { Column } from '../../ui/lists/data-table-types.ts';
import { DecimalField } from '../../ui/forms/decimal-field.tsx';
import { HiddenMoney } from '../../ui/values/figures.tsx';
import type { IncomeView } from '../../../workers/api/worker-api.ts';
import { FOREIGN_TAX_TITLE, foreignTitle } from './income-words.ts';
import styles from './income.module.css';

type Figure = 'gross' | 'foreignTax' | 'allowable' | 'ukTax' | 'relief';

const figure = (key: Figure, header: string, card: 'value' | 'detail'): Column<ForeignTaxLine> => ({
  key,
  header,
  align: 'end',
  card,
  cell: (line) => <HiddenMoney value={line[key]} />,
});

/**
 * Income from which tax was withheld abroad: the rate under the treaty, the UK tax on it, and the lower of both (RULES
 * 5.5).
 */
export function ForeignTax({
  view: { accountId, foreignTax, otherIncome, circumstances },
}: {
  readonly view: IncomeView;
}) {
  const columns: readonly Column<ForeignTaxLine>[] = [
    {
      key: 'income',
      header: 'Income',
      cell: (line) => foreignTitle(line),
      grow: true,
      rowHeader: true,
      card: 'title',
    },
    figure('gross', 'Gross', 'detail'),
    figure('foreignTax', 'Foreign tax', 'detail'),
    {
      key: 'rate',
      header: "Treaty's rate",
      cell: (line) => <TreatyRate key={foreignTitle(line)} line={line} accountId={accountId} />,
      width: '240px',
      cardLabel: true,
    },
    figure('allowable', 'Allowable', 'detail'),
    figure('ukTax', 'UK tax on it', 'detail'),
    figure('relief', 'Relief', 'value'),
  ];
  const dependsOnMarriage =
    otherIncome !== null &&
    circumstances.marriageAllowance === null &&
    circumstances.residence !== 'scotland' &&
    foreignTax.some(({ allowable, relief }) => allowable !== null && relief === null);
  return (
    <>
      <DataTable
        caption={FOREIGN_TAX_TITLE}
        columns={columns}
        rows={foreignTax}
        rowKey={foreignTitle}
        rowLabel={foreignTitle}
        cardsBelow="large"
      />
      <p className={styles.muted}>
        Relief is the lower of the foreign tax at the treaty's rate and the UK tax on that income.
        {otherIncome === null && ' It is worked out once you state your other income.'}
        {dependsOnMarriage && ' It depends on the marriage allowance, which you have not stated.'}
      </p>
    </>
  );
}

const FAILED = 'The rate could not be saved. Please try again.';

function TreatyRate({ line, accountId }: { readonly line: ForeignTaxLine; readonly accountId: string }) {
  const { country, kind, treatyRate } = line;
  const [text, setText] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const submit = async () => {
    if (country === null) return;
    const rate = text === '' ? null : parseAmount<'percent'>(text ?? '');
    if (rate !== null && !(typeof rate === 'number' && rate >= 0 && rate <= 100)) {
      setFault(`"${text ?? ''}" is not valid. Enter a percentage from 0 to 100, or leave it empty.`);
      return;
    }
    const saved = await stateTreatyRate(currentDatabase(), accountId, treatyKey(country, kind), rate).catch(
      tellFaultAnd(null),
    );
    if (saved?.ok === true) setText(null);
    else setFault(notWrittenText(saved, FAILED));
  };
  if (country === null) return 'Enter the country of tax with the transaction';
  if (text === null)
    return (
      <span className={styles.withheld}>
        {treatyRate === null ? 'Not known' : `${treatyRate} %`}
        <Button
          size="small"
          aria-label={`${treatyRate === null ? 'Record' : 'Change'} the treaty's rate: ${foreignTitle(line)}`}
          onClick={() => setText(treatyRate === null ? '' : String(treatyRate))}
        >
          {treatyRate === null ? 'Record' : 'Change'}
        </Button>
      </span>
    );
  return (
    <form
      noValidate
      className={styles.figureForm}
      aria-label={`Treaty's rate of ${foreignTitle(line)}`}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <DecimalField
        label="Percentage that the treaty leaves to the country"
        value={text}
        onValueChange={setText}
        error={fault}
      />
      <div className={styles.actions}>
        <Button type="submit" size="small" variant="primary">
          Save
        </Button>
        <Button size="small" onClick={() => setText(null)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
