import { useState } from 'react';
import { Banner } from '../../../ui/messages/banner.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { formatCount } from '../../../ui/texts/format.ts';
import { LINES_BEFORE_TOGGLE, type ImportReport } from '../entity/import-report.ts';
import styles from './report-view.module.css';

/** The result of an import: the summary, then its lines, five until more are requested (000 §2.10). */
export function ReportView({ report }: { readonly report: ImportReport }) {
  const [all, setAll] = useState(false);
  const { tone, message, heading, lines, total = lines.length } = report;
  const what = heading === 'Errors' ? 'errors' : 'duplicates';
  const shown = all ? lines : lines.slice(0, LINES_BEFORE_TOGGLE);
  return (
    <Banner tone={tone === 'error' ? 'error' : 'info'}>
      <p className={styles.message}>{message}</p>
      {lines.length > 0 && (
        <>
          <p className={styles.heading}>{heading === 'Errors' ? `Errors (${total} total):` : `${heading}:`}</p>
          <ul className={styles.lines}>
            {shown.map((line, index) => (
              <li key={index}>{line}</li>
            ))}
            {all && total > lines.length && (
              <li>and {formatCount(total - lines.length)} more: Preview Import shows them all.</li>
            )}
          </ul>
          {lines.length > LINES_BEFORE_TOGGLE && (
            <Button
              size="small"
              aria-expanded={all}
              onClick={() => {
                setAll(!all);
              }}
            >
              {all ? `Show only first ${LINES_BEFORE_TOGGLE} ${what}` : `Show all ${total} ${what}`}
            </Button>
          )}
        </>
      )}
    </Banner>
  );
}
