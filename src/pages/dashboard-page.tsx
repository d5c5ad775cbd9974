import { lazy, Suspense, useState } from 'react';
import { useAccounts } from '../features/accounts/use-accounts.ts';
import { useBrokers } from '../features/brokers/use-brokers.ts';
import { AdminRequiredNotice } from '../features/dashboard/admin-required-notice.tsx';
import { HoldingsSummary } from '../features/dashboard/holdings-summary.tsx';
import { UnknownAddressNotice } from '../features/dashboard/unknown-address-notice.tsx';
import { useIncludeCash } from '../features/dashboard/use-include-cash.ts';
import { ClosingSoon } from '../features/savings/closing-soon.tsx';
import { SignedInOnly } from '../features/session/signed-in-only.tsx';
import { Page, PageHeader } from '../ui/layout/page.tsx';
import { HeaderToggle } from '../ui/app-state/page-controls.ts';

// Only an empty dashboard offers the import.
const TransactionImport = lazy(async () => ({
  default: (await import('../features/import/records/transaction-import.tsx')).TransactionImport,
}));

/** /dashboard, with `error=admin-required` after an administrators' page was refused */
export function DashboardPage() {
  return (
    <SignedInOnly>
      <Dashboard />
    </SignedInOnly>
  );
}

function Import({ onClose }: { readonly onClose: () => void }) {
  const { data: accounts = [] } = useAccounts();
  const { data: brokers = [] } = useBrokers();
  return <TransactionImport accounts={accounts} brokers={brokers} onClose={onClose} />;
}

function Dashboard() {
  const [includeCash, setIncludeCash] = useIncludeCash();
  const [importing, setImporting] = useState(false);
  return (
    <Page>
      <HeaderToggle label="Include cash & savings" checked={includeCash} onChange={setIncludeCash} />
      <PageHeader title="Portfolio Holdings Summary" />
      <AdminRequiredNotice />
      <UnknownAddressNotice />
      <ClosingSoon />
      <HoldingsSummary includeCash={includeCash} onImport={() => setImporting(true)} />
      {importing && (
        <Suspense>
          <Import onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </Page>
  );
}
