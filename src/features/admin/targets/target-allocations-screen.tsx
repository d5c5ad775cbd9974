import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { exact, sum, toText } from '../../../../domain/values/decimal.ts';
import { ASSET_CATEGORIES } from '../../../../domain/fields/enums.ts';
import type { TargetAllocation } from '../../../../domain/records/records.ts';
import type { TargetAllocationFields } from '../../../../domain/records/target-allocation.ts';
import { currentDatabase } from '../../../data/database/database.ts';
import { listTargetAllocations } from '../../../data/records/target-allocations.ts';
import { saveRecord } from '../../../data/records/records.ts';
import { Banner } from '../../../ui/messages/banner.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { classNames } from '../../../ui/layout/class-names.ts';
import { formatPercent } from '../../../ui/texts/format.ts';
import { Page, PageHeader } from '../../../ui/layout/page.tsx';
import { useStored } from '../../../ui/hooks/use-stored.ts';
import styles from '../shared/admin.module.css';
import { AddTargetAllocation } from './add-target-allocation.tsx';
import { TargetAllocationTable } from './target-allocation-table.tsx';
import { useWriteNotice } from '../shared/use-write-notice.ts';

/** The target allocation of each asset category (002 §2). */
export function TargetAllocationsScreen() {
  const { data, error, loading } = useStored(() => listTargetAllocations(currentDatabase()), []);
  const [adding, setAdding] = useState(false);
  const { notice, setNotice, tell } = useWriteNotice('target allocation');
  const addButton = useRef<HTMLButtonElement>(null);
  const targets = data ?? [];
  const free = ASSET_CATEGORIES.filter(({ value }) => !targets.some(({ assetCategory }) => assetCategory === value));

  const add = async (fields: TargetAllocationFields) => {
    // Another device may have allocated it since the form was opened.
    const present = await listTargetAllocations(currentDatabase());
    if (present.some(({ assetCategory }) => assetCategory === fields.assetCategory)) {
      setNotice({ tone: 'error', text: 'An allocation for this category already exists' });
      return;
    }
    const written = await saveRecord(currentDatabase(), 'targetAllocation', fields);
    if (tell(written, 'created', 'Failed to create allocation')) setAdding(false);
  };

  return (
    <Page>
      <PageHeader
        title="Target Asset Allocation"
        description="Define your target allocation percentages across asset categories"
        actions={
          <Button
            ref={addButton}
            variant="primary"
            icon={<Plus size={16} aria-hidden="true" />}
            disabled={free.length === 0}
            onClick={() => {
              setAdding(true);
            }}
          >
            Add Target Allocation
          </Button>
        }
      />
      {free.length === 0 && <p>All asset categories have been allocated.</p>}
      {error !== undefined && <Banner tone="error">Failed to load target allocations</Banner>}
      {notice !== null && <Banner tone={notice.tone}>{notice.text}</Banner>}
      {adding && (
        <AddTargetAllocation
          categories={free}
          onCancel={() => {
            setAdding(false);
          }}
          onAdd={add}
        />
      )}
      <Total targets={targets} />
      <TargetAllocationTable
        targets={targets}
        loading={loading}
        failed={error !== undefined}
        tell={tell}
        addButton={addButton}
      />
    </Page>
  );
}

function Total({ targets }: { readonly targets: readonly TargetAllocation[] }) {
  const total = toText(sum(targets.map(({ targetPercentage }) => exact(targetPercentage))));
  return (
    <p className={classNames(styles.total, total !== '100' && styles.notWhole)}>
      Total Allocation: {formatPercent(total)}
    </p>
  );
}
