import { useState } from 'react';
import { AccountList } from '../features/accounts/account-list.tsx';
import { AccountImport } from '../features/import/records/account-import.tsx';

/** /accounts */
export function AccountsPage() {
  const [importing, setImporting] = useState(false);
  return (
    <>
      <AccountList
        onImport={() => {
          setImporting(true);
        }}
      />
      {importing && (
        <AccountImport
          onClose={() => {
            setImporting(false);
          }}
        />
      )}
    </>
  );
}
