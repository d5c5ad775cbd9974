import { lazy, Suspense, useState } from 'react';
import { AnswerSettings } from '../features/import/history/answer-settings.tsx';
import { ApplicationSettings } from '../features/settings/preferences/application-settings.tsx';
import { BackupSettings } from '../features/settings/backup/backup-settings.tsx';
import { DeleteAccountSection } from '../features/settings/access/delete-account-section.tsx';
import { DeviceSettings } from '../features/settings/preferences/device-settings.tsx';
import { ExchangeRateSettings } from '../features/settings/preferences/exchange-rate-settings.tsx';
import { FolderSettings } from '../features/settings/backup/folder-settings.tsx';
import { OwnAccessSettings } from '../features/settings/access/own-access-settings.tsx';
import { ReceiptSettings } from '../features/settings/preferences/receipt-settings.tsx';
import { TaxDateFeedSettings } from '../features/settings/preferences/tax-date-feed.tsx';
import { TaxDateNoticeSettings } from '../features/settings/preferences/tax-date-notices.tsx';
import { SyncSettings } from '../features/sync/sync-settings.tsx';
import { Page, PageHeader } from '../ui/layout/page.tsx';

// Few visits import anything, and these draw in the preview of files.
const RateImport = lazy(async () => ({
  default: (await import('../features/import/records/rate-import.tsx')).RateImport,
}));
const SecurityPriceImport = lazy(async () => ({
  default: (await import('../features/import/records/security-price-import.tsx')).SecurityPriceImport,
}));

/** /settings */
export function SettingsPage() {
  const [prices, setPrices] = useState<string | null>(null);
  const [isImportingRates, setImportingRates] = useState(false);
  return (
    <Page width="form">
      <PageHeader title="Settings" />
      <ApplicationSettings />
      <OwnAccessSettings>
        <SyncSettings />
        <TaxDateFeedSettings />
        <TaxDateNoticeSettings />
        <AnswerSettings />
        <ReceiptSettings />
        <BackupSettings onImportPrices={setPrices} />
        <FolderSettings />
        <DeviceSettings />
        <DeleteAccountSection />
        <ExchangeRateSettings onImport={() => setImportingRates(true)} />
      </OwnAccessSettings>
      <Suspense>
        {isImportingRates && <RateImport onClose={() => setImportingRates(false)} />}
        {prices !== null && (
          <SecurityPriceImport
            pasted={prices}
            onClose={() => {
              setPrices(null);
            }}
          />
        )}
      </Suspense>
    </Page>
  );
}
