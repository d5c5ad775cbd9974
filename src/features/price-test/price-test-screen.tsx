import { type KeyboardEvent, useState } from 'react';
import { listAssets } from '../../data/records/assets.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { currentSession } from '../../sync/session/session.ts';
import { serverReach } from '../../sync/engine/server-reach.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Page, PageHeader, Section } from '../../ui/layout/page.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { useStored } from '../../ui/hooks/use-stored.ts';
import { useOfflineReason } from '../../ui/app-state/use-offline-reason.ts';
import { CreateTestAsset, NEW_TEST_ASSET } from './create-test-asset.tsx';
import { PriceTestResults } from './price-test-results.tsx';
import styles from './price-test.module.css';
import { type PriceTest, usePriceTest } from './use-price-test.ts';

/** The price lookup test page (002 §2), where an administrator tests price sources. */
export function PriceTestScreen() {
  const test = usePriceTest();
  const [entered, setEntered] = useState(NEW_TEST_ASSET);
  const offline = useOfflineReason(serverReach);
  const blocked = offline !== null || test.task !== null;
  return (
    <Page width="form">
      <PageHeader title="Price Lookup Test" />
      <Banner tone="warning" title="Test Page - Admin Login Required">
        This is a temporary test page for price fetching functionality. You must be logged in as an admin user to access
        existing assets. It will be removed in the future.
      </Banner>
      {offline !== null && <Banner tone="info">{offline}</Banner>}
      <AssetChoice test={test} />
      <CreateTestAsset
        values={entered}
        onChange={setEntered}
        disabled={blocked}
        creating={test.task === 'create' || test.task === 'firstFetch'}
        onCreate={() => void test.create(entered)}
      />
      <Section title="Actions">
        <div className={styles.buttons}>
          <Button
            variant="primary"
            disabled={blocked || test.selected === ''}
            loading={test.task === 'fetch' || test.task === 'firstFetch'}
            title={offline ?? (test.selected === '' ? 'Please select or create an asset first' : undefined)}
            onClick={() => void test.fetch()}
          >
            {test.task === 'fetch' || test.task === 'firstFetch' ? 'Fetching...' : 'Fetch Current Price'}
          </Button>
          <Button
            disabled={blocked || test.selected === ''}
            loading={test.task === 'latest'}
            title={offline ?? (test.selected === '' ? 'Please select an asset first' : undefined)}
            onClick={() => void test.getLatest()}
          >
            Get Latest Stored Price
          </Button>
          <Button
            disabled={blocked}
            loading={test.task === 'batch'}
            title={offline ?? undefined}
            onClick={() => void test.updateAll()}
          >
            {test.task === 'batch' ? 'Updating All Prices...' : 'Force Batch Update All Prices'}
          </Button>
          <Button
            variant="outline"
            disabled={test.task !== null}
            onClick={() => {
              test.clear();
              setEntered(NEW_TEST_ASSET);
            }}
          >
            Clear All
          </Button>
        </div>
      </Section>
      <PriceTestResults results={test} />
      <Section title="How to Use">
        <ol className={styles.steps}>
          <li>
            Choose an existing asset, or enter the code that its price source knows it by and a name for a new one.
          </li>
          <li>
            Create Test Asset &amp; Fetch Price adds the asset to the catalogue of all users and fetches its price at
            once. Delete it on the assets screen when you are done.
          </li>
          <li>Fetch Current Price asks the price source now; Get Latest Stored Price shows what the server has.</li>
          <li>
            Force Batch Update All Prices fetches every asset that is not excluded from price updates, which may take
            minutes.
          </li>
          <li>Clear All empties this page; prices and assets stay.</li>
        </ol>
      </Section>
    </Page>
  );
}

function AssetChoice({ test }: { readonly test: PriceTest }) {
  const assets = useStored(() => listAssets(currentDatabase()), []);
  const signedIn = typeof currentSession()?.token === 'string';
  const known = assets.data ?? [];
  const { created } = test;
  const waiting = created !== null && !known.some(({ isin }) => isin === created.isin) ? [created] : [];
  const options = [...waiting, ...known].flatMap(({ isin, name, priceSource, fetchCode }) =>
    // Another server's catalogue may lack either.
    String(priceSource) !== '' && fetchCode !== ''
      ? [{ value: isin, label: `${name} (${priceSource}: ${fetchCode})` }]
      : [],
  );
  const shown = signedIn ? options : [];
  // The disabled button cannot say why: an attempt from the keyboard does.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || test.selected !== '') return;
    event.preventDefault();
    void test.fetch();
  };
  return (
    <Section title={signedIn ? 'Select Existing Asset' : 'Select Existing Asset (Login Required)'}>
      <SelectField
        label="Asset"
        width="wide"
        placeholder={
          !signedIn
            ? 'Please login to view assets'
            : shown.length === 0 && assets.data !== undefined
              ? 'No assets available'
              : 'Choose an existing asset...'
        }
        options={shown}
        disabled={!signedIn || test.task !== null}
        value={test.selected}
        onChange={({ target: { value } }) => {
          test.select(value);
        }}
        onKeyDown={onKeyDown}
      />
      {assets.error !== undefined && (
        <Banner tone="error">The assets on this device could not be read. Reload the page; nothing was lost.</Banner>
      )}
    </Section>
  );
}
