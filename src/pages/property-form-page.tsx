import { useState } from 'react';
import { useParams } from 'react-router-dom';
import type { Property } from '../../domain/records/records.ts';
import { useAccounts } from '../features/accounts/use-accounts.ts';
import { PropertyPriceImport } from '../features/import/records/property-price-import.tsx';
import { PropertyFormScreen } from '../features/properties/property-form-screen.tsx';
import { FormVisit } from '../ui/forms/form-visit.tsx';

/** /properties/new and /properties/edit/:id */
export function PropertyFormPage() {
  const { id } = useParams();
  const accounts = useAccounts();
  const [importing, setImporting] = useState<Property | null>(null);
  return (
    <>
      <FormVisit>
        <PropertyFormScreen id={id} accounts={accounts} onImportPrices={setImporting} />
      </FormVisit>
      {importing !== null && (
        <PropertyPriceImport
          property={importing}
          onClose={() => {
            setImporting(null);
          }}
        />
      )}
    </>
  );
}
