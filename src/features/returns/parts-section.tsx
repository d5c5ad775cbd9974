import { useRef } from 'react';
import { assetCategoryLabel } from '../../../domain/fields/enums.ts';
import { BRIDGE_LABELS, BRIDGE_PARTS } from '../../../domain/returns/answers/bridge.ts';
import type { BridgeAmounts, ScopeDimension } from '../../../domain/returns/answers/returns-view.ts';
import type { ReturnsAnswer } from '../../../workers/api/worker-api.ts';
import { DataTable } from '../../ui/lists/data-table.tsx';
import type { Column } from '../../ui/lists/data-table-types.ts';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { useNarrow } from '../../ui/hooks/use-narrow.ts';
import { BridgeFigure } from './bridge-figure.tsx';
import type { LineNames } from './bridge-lines.tsx';
import { SPLIT_CHOICES } from './returns-address.ts';
import styles from './returns.module.css';

/** Below this width, in pixels, parts are cards; from there to the table's own width it scrolls sideways. */
const CARDS_BELOW = 1040;
const TABLE_WIDTH = '1180px';

interface PartRow {
  readonly key: string;
  readonly name: string;
  /** Null where a price or rate is missing. */
  readonly amounts: Partial<BridgeAmounts> | null;
}

export interface PartsSectionProps {
  readonly view: ReturnsAnswer;
  readonly splitBy: ScopeDimension;
  readonly onSplit: (splitBy: ScopeDimension) => void;
  readonly names: LineNames;
}

/** The parts of the scope, and that they add up to it. */
export function PartsSection({ view, splitBy, onSplit, names }: PartsSectionProps) {
  const section = useRef<HTMLElement>(null);
  const narrow = useNarrow(section, CARDS_BELOW);
  const { bridge, movedBetween } = view;
  if (bridge === null) return null;
  const rows: PartRow[] = view.parts
    .map(({ key, bridge: amounts }) => ({ key: key ?? '', name: nameOf(splitBy, key, names), amounts }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en-GB'));
  const isComplete = rows.every(({ amounts }) => amounts !== null);
  if (movedBetween !== 0)
    rows.push({
      key: 'moved between',
      name: 'Moved between parts',
      amounts: {
        paidIn: (0 - movedBetween) as typeof movedBetween,
        paidOut: (0 - movedBetween) as typeof movedBetween,
      },
    });
  const columns: readonly Column<PartRow>[] = [
    { key: 'name', header: 'Part', rowHeader: true, card: 'title', cell: ({ name }) => name },
    ...BRIDGE_PARTS.map((part): Column<PartRow> => ({
      key: part,
      header: BRIDGE_LABELS[part],
      align: 'end',
      ...(part === 'closing'
        ? { card: 'value' as const }
        : { cardAbsent: ({ amounts }) => amounts?.[part] === undefined }),
      cell: ({ amounts }) =>
        amounts === null ? (
          'No price'
        ) : amounts[part] === undefined ? (
          '-'
        ) : (
          <BridgeFigure part={part} amount={amounts[part]} />
        ),
      total: <BridgeFigure part={part} amount={bridge[part]} />,
    })),
  ];
  return (
    <section ref={section} className={styles.section} aria-labelledby="parts-title">
      <div className={styles.head}>
        <h2 id="parts-title">Parts</h2>
        <div className={styles.headField}>
          <SelectField
            label="Split by"
            options={SPLIT_CHOICES}
            value={splitBy}
            onChange={({ target: { value } }) =>
              onSplit(SPLIT_CHOICES.find((choice) => choice.value === value)?.value ?? 'accountId')
            }
          />
        </div>
      </div>
      <DataTable
        caption="Parts of the scope"
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
        rowLabel={({ name }) => name}
        totalsLabel={isComplete ? 'Total' : 'Whole'}
        {...(narrow ? { cardsBelow: 'large' as const } : { minWidth: TABLE_WIDTH })}
        dense
      />
      <p className={styles.note}>
        {isComplete
          ? 'The parts add up to the whole in every column.'
          : 'A part without a price has no figures of its own; movements within the whole need none.'}
        {movedBetween !== 0 && ' Movements between parts are paid in and out of each, but not of the whole.'}
      </p>
    </section>
  );
}

function nameOf(splitBy: ScopeDimension, key: string | null, names: LineNames): string {
  if (key === null) return 'Without a category';
  switch (splitBy) {
    case 'accountId':
      return names.account(key);
    case 'brokerId':
      return names.broker(key);
    case 'category':
      return assetCategoryLabel(key);
    case 'taxWrapper':
      return key;
  }
}
