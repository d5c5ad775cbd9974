import { Banner } from '../../ui/messages/banner.tsx';
import { formatDate, formatInstant } from '../../ui/texts/date-text.ts';
import { Facts } from '../../ui/layout/facts.tsx';
import { Section } from '../../ui/layout/page.tsx';
import { Price } from '../../ui/values/price.tsx';
import styles from './price-test.module.css';
import type { PriceTest } from './use-price-test.ts';

/** Prices of a batch that are shown (002 §9). */
const SAMPLE_SIZE = 5;

type Quoted = Pick<NonNullable<PriceTest['latest']>, 'closePrice' | 'currency'>;

/** A price and its currency, pounds where none is named (002 §3). */
function Amount({ closePrice, currency }: Quoted) {
  return (
    <>
      <Price value={closePrice} /> {currency === undefined || currency === null || currency === '' ? 'GBP' : currency}
    </>
  );
}

/** The results of the actions, each in a panel of its own. */
export function PriceTestResults({
  results: { error, fetched, latest, batch },
}: {
  readonly results: Pick<PriceTest, 'error' | 'fetched' | 'latest' | 'batch'>;
}) {
  return (
    <>
      {error !== null && (
        <Banner tone="error" title="Error">
          {error}
        </Banner>
      )}
      <div className={styles.results} aria-live="polite">
        {fetched !== null && (
          <Section title="Fetched Price">
            <Facts
              facts={[
                ['Asset', fetched.assetName],
                ['ISIN', fetched.isin],
                ['Price', <Amount key="price" {...fetched} />],
                ['Source', fetched.source],
                ['Price Date', formatDate(fetched.priceDate.slice(0, 10))],
                ['Fetched At', formatInstant(fetched.fetchedAt)],
              ]}
            />
          </Section>
        )}
        {latest !== null && (
          <Section title="Latest Stored Price">
            <Facts
              facts={[
                ['Asset', latest.assetName],
                ['Price', <Amount key="price" {...latest} />],
                ['Price Date', formatDate(latest.priceDate.slice(0, 10))],
                ['Source', latest.source],
              ]}
            />
          </Section>
        )}
        {batch !== null && (
          <Section title="Batch Update Results">
            <Facts
              facts={[
                ['Updated Count', batch.updatedCount],
                ['Total Assets Processed', batch.totalAssetsProcessed ?? batch.prices.length],
              ]}
            />
            {batch.prices.length > 0 && <SamplePrices prices={batch.prices} />}
          </Section>
        )}
      </div>
    </>
  );
}

function SamplePrices({ prices }: Pick<NonNullable<PriceTest['batch']>, 'prices'>) {
  const more = prices.length - SAMPLE_SIZE;
  return (
    <>
      <h3 className={styles.samplesTitle}>Sample Updated Prices</h3>
      <ul className={styles.samples} aria-label="Sample Updated Prices">
        {prices.slice(0, SAMPLE_SIZE).map((price, index) => (
          <li key={index}>
            {price.assetName}: <Amount {...price} />
          </li>
        ))}
      </ul>
      {more > 0 && <p className={styles.more}>...and {more} more</p>}
    </>
  );
}
