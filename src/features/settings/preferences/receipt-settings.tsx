import { currentDatabase } from '../../../data/database/database.ts';
import { keepYear, receiptYears, type ReceiptYear } from '../../../data/receipts/receipts.ts';
import { notWrittenText } from '../../../data/database/write-fault-text.ts';
import { runningSync } from '../../../sync/engine/current-sync.ts';
import { useServerPresence } from '../../../ui/app-state/server-presence.ts';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { Section } from '../../../ui/layout/page.tsx';
import { showToast } from '../../../ui/messages/toast.tsx';
import { useStored } from '../../../ui/hooks/use-stored.ts';
import styles from '../shared/settings.module.css';

function words({ year, count, here }: ReceiptYear): string {
  return `${year}: ${count} ${count === 1 ? 'receipt' : 'receipts'}, ${here} on this device`;
}

async function keep(year: ReceiptYear['year'], kept: boolean): Promise<void> {
  const written = await keepYear(currentDatabase(), year, kept);
  if (!written.ok) showToast({ title: notWrittenText(written, 'This could not be saved. Please try again.') });
  // The files come with the next pull.
  else if (kept) void runningSync()?.pull();
}

/** The tax years whose receipts are on this device also without a connection. */
export function ReceiptSettings() {
  const { data } = useStored(() => receiptYears(currentDatabase()), []);
  const { hasServer } = useServerPresence();
  if (!hasServer || data === undefined || data.length === 0) return null;
  return (
    <Section title="Receipts without a connection">
      <p className={styles.text}>
        The files of receipts are on your server. Those of the years that you keep offline are on this device too.
      </p>
      <div className={styles.group}>
        {data.map((year) => (
          <Checkbox
            key={year.year}
            label={`Keep offline: ${words(year)}`}
            checked={year.kept}
            onCheckedChange={(kept) => void keep(year.year, kept)}
          />
        ))}
      </div>
    </Section>
  );
}
