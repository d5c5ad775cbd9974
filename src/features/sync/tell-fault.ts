import type { Written } from '../../data/database/write.ts';
import { writeFaultText } from '../../data/database/write-fault-text.ts';
import { showToast } from '../../ui/messages/toast.tsx';

/** Says why a change of the outbox was not made; nothing when it was. */
export function tellFault(written: Written<unknown>): void {
  if (written.ok) return;
  const { fault } = written;
  const title =
    fault.code === 'inUse'
      ? `${fault.count === 1 ? '1 other change needs' : `${fault.count} other changes need`} this one. Discard them first.`
      : writeFaultText(fault);
  showToast({ title: title ?? 'Nothing was changed. Please try again.', tone: 'error' });
}
