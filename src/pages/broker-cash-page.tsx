import { useState } from 'react';
import { useAccounts } from '../features/accounts/use-accounts.ts';
import { BrokerCashScreen } from '../features/broker-cash/broker-cash-screen.tsx';
import { BrokerCashImport } from '../features/import/records/broker-cash-import.tsx';

/** /broker-cash-balances */
export function BrokerCashPage() {
  const [importing, setImporting] = useState(false);
  const { data: accounts = [] } = useAccounts();
  return (
    <>
      <BrokerCashScreen
        accounts={accounts}
        onImport={() => {
          setImporting(true);
        }}
      />
      {importing && (
        <BrokerCashImport
          onClose={() => {
            setImporting(false);
          }}
        />
      )}
    </>
  );
}
