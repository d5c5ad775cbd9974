import { useState } from 'react';
import { useAccounts } from '../features/accounts/use-accounts.ts';
import { SavingsImport } from '../features/import/records/savings-import.tsx';
import { SavingsGrowth } from '../features/savings/savings-growth.tsx';
import { SavingsScreen } from '../features/savings/savings-screen.tsx';
import { Page } from '../ui/layout/page.tsx';

/** /savings-accounts */
export function SavingsAccountsPage() {
  const [importing, setImporting] = useState(false);
  const { data: accounts = [] } = useAccounts();
  return (
    <>
      <SavingsScreen
        accounts={accounts}
        onImport={() => {
          setImporting(true);
        }}
      >
        <Page>
          <SavingsGrowth />
        </Page>
      </SavingsScreen>
      {importing && (
        <SavingsImport
          onClose={() => {
            setImporting(false);
          }}
        />
      )}
    </>
  );
}
