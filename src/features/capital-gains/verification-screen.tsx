import { useState } from 'react';
import {
  verifyExamples,
  type VerifiedExample,
  type VerifiedFigure,
} from '../../../domain/cgt/examples/verification.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { DataTable } from '../../ui/lists/data-table.tsx';
import type { Column } from '../../ui/lists/data-table-types.ts';
import { formatDate } from '../../ui/texts/date-text.ts';
import { formatMoney, formatQuantity } from '../../ui/texts/format.ts';
import { PageHeader } from '../../ui/layout/page.tsx';
import { StatusBadge } from '../../ui/messages/status-badge.tsx';
import styles from './capital-gains.module.css';

function figureText({ unit }: VerifiedFigure, value: string): string {
  return unit === 'pounds' ? formatMoney(value) : formatQuantity(value);
}

/** The label with its ISO day as it is read. */
function labelText({ label }: VerifiedFigure): string {
  return label.replace(/\d{4}-\d{2}-\d{2}/u, (day) => formatDate(day));
}

const COLUMNS: readonly Column<VerifiedFigure>[] = [
  {
    key: 'label',
    header: 'Figure',
    grow: true,
    card: 'title',
    cell: (figure) => (
      <>
        {labelText(figure)}
        {figure.erratum !== null && <span className={styles.second}>{figure.erratum}</span>}
      </>
    ),
  },
  {
    key: 'published',
    header: 'HMRC',
    align: 'end',
    width: '140px',
    cell: (figure) => figureText(figure, figure.published),
  },
  {
    key: 'ours',
    header: 'Here',
    align: 'end',
    width: '140px',
    card: 'value',
    cell: (figure) => figureText(figure, figure.ours),
  },
  {
    key: 'agrees',
    header: 'Agrees',
    width: '120px',
    cell: ({ agrees, erratum }) =>
      agrees ? (
        <StatusBadge tone="good">Agrees</StatusBadge>
      ) : erratum === null ? (
        <StatusBadge tone="bad">Differs</StatusBadge>
      ) : (
        <StatusBadge tone="warning">HMRC's error</StatusBadge>
      ),
  },
];

function Example({ example }: { readonly example: VerifiedExample }) {
  return (
    <section className={styles.part} aria-label={`${example.source}: ${example.about}`}>
      <h2 className={styles.partTitle}>{example.source}</h2>
      <p className={styles.about}>
        {example.about}.{example.note !== null && ` Note: ${example.note}.`}
      </p>
      <DataTable
        caption={`Figures of ${example.source}`}
        columns={COLUMNS}
        rows={example.figures}
        rowKey={({ label }) => label}
        rowLabel={labelText}
        dense
      />
    </section>
  );
}

/** The exceptions: a badge beside each figure names it. */
function errataText(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? ", apart from 1 error of HMRC's, which is marked"
    : `, apart from ${count} errors of HMRC's, which are marked`;
}

/** HMRC's published examples, worked out on this device by the code that works out the user's own gains. */
export function VerificationScreen() {
  const [examples] = useState(verifyExamples);
  const errata = examples.flatMap(({ figures }) => figures).filter(({ erratum }) => erratum !== null).length;
  const agreeing = examples.filter(({ agrees }) => agrees).length;
  return (
    <>
      <PageHeader
        title="HMRC's examples, recomputed"
        breadcrumb={[{ label: 'Capital Gains', to: '/capital-gains' }, { label: 'Verification' }]}
        description="Worked examples of HMRC's manuals and helpsheets, worked out just now on this device by the same code as your own gains. HMRC rounds intermediate figures, so a difference of up to £2 counts as agreement."
      />
      {agreeing === examples.length ? (
        <Banner tone="success">
          All {examples.length} examples agree{errataText(errata)}.
        </Banner>
      ) : (
        <Banner tone="error">
          {examples.length - agreeing} of {examples.length} examples do not agree. Please report this: the gains that
          are shown cannot be relied on.
        </Banner>
      )}
      {examples.map((example) => (
        <Example key={`${example.source} ${example.about}`} example={example} />
      ))}
    </>
  );
}
