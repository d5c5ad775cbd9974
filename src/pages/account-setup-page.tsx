import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { AccountSetup } from '../features/accounts/account-setup.tsx';
import { keepChosenFile } from '../features/import/files/chosen-file.ts';
import { IMPORT_ACCEPT } from '../features/import/files/check-file.ts';
import { SecurityPriceImport } from '../features/import/records/security-price-import.tsx';
import { RestoreDialog } from '../features/settings/backup/restore-dialog.tsx';

/** /accounts/setup */
export function AccountSetupPage() {
  const navigate = useNavigate();
  const [restoring, setRestoring] = useState(false);
  const [prices, setPrices] = useState<string | null>(null);
  return (
    <>
      <AccountSetup
        onRestore={() => {
          setRestoring(true);
        }}
        accept={IMPORT_ACCEPT}
        onFile={(file) => {
          keepChosenFile(file);
          void navigate('/transactions/import');
        }}
      />
      {restoring && (
        <RestoreDialog
          onClose={(restored) => {
            setRestoring(false);
            if (restored) void navigate('/dashboard');
          }}
          onImportPrices={(csv) => {
            setRestoring(false);
            setPrices(csv);
          }}
        />
      )}
      {prices !== null && (
        <SecurityPriceImport
          pasted={prices}
          onClose={() => {
            void navigate('/dashboard');
          }}
        />
      )}
    </>
  );
}
