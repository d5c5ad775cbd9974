import { Download, FileUp } from 'lucide-react';
import { type ClipboardEvent, useId } from 'react';
import { Link } from 'react-router-dom';
import { DENOMINATIONS } from '../../../domain/fields/enums.ts';
import { hasKnownDenomination, type MissingPrice } from '../../../domain/holdings/missing-prices.ts';
import { farFigure } from '../../compute/far-figure.ts';
import { mayChangeLists } from '../../sync/session/session.ts';
import { serverReach } from '../../sync/engine/server-reach.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { DateField } from '../../ui/forms/date-field.tsx';
import { DecimalField } from '../../ui/forms/decimal-field.tsx';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { PageHeader } from '../../ui/layout/page.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { TypedNote } from '../../ui/forms/typed-note.tsx';
import { SkeletonBlock } from '../../ui/layout/skeleton.tsx';
import { useOfflineReason, useStatingReason } from '../../ui/app-state/use-offline-reason.ts';
import styles from './prices.module.css';
import { typedFigureOf } from './stated-price.ts';
import { type MissingPricesState, useMissingPrices } from './use-missing-prices.ts';

const ADMINISTRATORS_ONLY =
  'Everyone on this server shares these prices, so only administrators can type them in or import them.';

export interface MissingPricesScreenProps {
  /** Opens the import of prices, with text that was pasted. */
  readonly onImport: (pasted: string | null) => void;
}

/** The one place for missing prices: every held security without one, once, with a field and a day. */
export function MissingPricesScreen({ onImport }: MissingPricesScreenProps) {
  const state = useMissingPrices();
  const { held, error, run, notice } = state;
  const offline = useOfflineReason(serverReach);
  const unstatable = useStatingReason(serverReach);
  const mayState = mayChangeLists();
  const count = held?.missing.length ?? 0;
  return (
    <>
      <PageHeader
        title="Missing prices"
        breadcrumb={[{ label: 'Holdings', to: '/holdings' }, { label: 'Missing prices' }]}
        description={count > 0 && (count === 1 ? '1 security without a price' : `${count} securities without a price`)}
        actions={
          <>
            <Button
              icon={<FileUp size={16} aria-hidden="true" />}
              disabled={!mayState || unstatable !== null || run !== null}
              onClick={() => {
                onImport(null);
              }}
            >
              Import Prices
            </Button>
            <Button
              icon={<Download size={16} aria-hidden="true" />}
              disabled={offline !== null || run !== null || (held?.fetched.length ?? 0) === 0}
              title={offline ?? 'Asks the price sources for each security that you hold, one after another'}
              onClick={() => void state.fetchAll()}
            >
              Fetch all
            </Button>
          </>
        }
      />
      {error !== undefined && <Banner tone="error">Could not load holdings. Please try again later.</Banner>}
      {offline !== null && <Banner tone="info">{offline}</Banner>}
      {!mayState && <Banner tone="info">{ADMINISTRATORS_ONLY}</Banner>}
      <Progress state={state} />
      {notice !== null && <Banner tone={notice.tone}>{notice.text}</Banner>}
      {held === undefined && error === undefined && <SkeletonBlock lines={6} text="Loading holdings..." />}
      {held !== undefined &&
        (count === 0 ? (
          <NothingMissing />
        ) : (
          <List state={state} mayState={mayState && unstatable === null} onPaste={onImport} />
        ))}
    </>
  );
}

function Progress({ state: { run, stop } }: { readonly state: MissingPricesState }) {
  if (run === null) return null;
  return (
    <Banner
      tone="info"
      actions={
        <Button size="small" onClick={stop}>
          Stop
        </Button>
      }
    >
      {run.kind === 'fetch' ? 'Fetching' : 'Saving'} price {run.done + 1} of {run.total}...
    </Banner>
  );
}

function NothingMissing() {
  return (
    <EmptyState title="No prices are missing" action={<ButtonLink to="/holdings">See holdings</ButtonLink>}>
      Every security that you hold has a price.
    </EmptyState>
  );
}

interface ListProps {
  readonly state: MissingPricesState;
  readonly mayState: boolean;
  readonly onPaste: (pasted: string) => void;
}

function List({ state, mayState, onPaste }: ListProps) {
  /** Several cells are a table, not a figure: they go through the preview of an import. */
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain');
    if (!mayState || !/[\t\n]/u.test(text.trim())) return;
    event.preventDefault();
    onPaste(text);
  };
  return (
    <form
      noValidate
      className={styles.missing}
      onPaste={paste}
      onSubmit={(event) => {
        event.preventDefault();
        if (mayState && state.run === null && state.filled > 0) void state.save();
      }}
    >
      {mayState && (
        <p className={styles.muted}>
          Type a price for each, or paste two columns (security and price) from a spreadsheet into any field.
        </p>
      )}
      <ul className={styles.missingRows} aria-label="Securities without a price">
        {state.held?.missing.map((security) => (
          <Row key={security.isin} security={security} state={state} mayState={mayState} />
        ))}
      </ul>
      {mayState && (
        <div>
          <Button type="submit" variant="primary" loading={state.run?.kind === 'save'} disabled={state.filled === 0}>
            {state.filled === 1 ? 'Save 1 Price' : `Save ${state.filled} Prices`}
          </Button>
        </div>
      )}
    </form>
  );
}

function Row({
  security: { isin, name, asset },
  state,
  mayState,
}: {
  readonly security: MissingPrice;
  readonly state: MissingPricesState;
  readonly mayState: boolean;
}) {
  const { price, day, currency } = state.typed(isin);
  const isKnown = asset === null || hasKnownDenomination(asset);
  const fault = state.faults.get(isin);
  const noteId = useId();
  return (
    <li className={styles.missingRow}>
      <div className={styles.security}>
        {asset === null ? name : <Link to={`/assets/view/${encodeURIComponent(asset.id)}`}>{name}</Link>}
        <span className={styles.muted}>{isin}</span>
      </div>
      {asset === null ? (
        <p className={styles.muted}>This security is not in the catalogue, so it cannot have a price.</p>
      ) : (
        mayState && (
          <>
            <DecimalField
              label={isKnown ? `Price of ${name} (${asset.denomination})` : `Price of ${name}`}
              labelHidden
              {...(isKnown && { suffix: asset.denomination })}
              value={price}
              onValueChange={(text) => {
                state.type(isin, { price: text });
              }}
              describedBy={noteId}
            />
            {!isKnown && (
              <SelectField
                label={`Currency of the price of ${name}`}
                labelHidden
                placeholder="Currency"
                options={DENOMINATIONS}
                value={currency}
                onChange={({ target: { value } }) => {
                  state.type(isin, { currency: DENOMINATIONS.find((option) => option.value === value)?.value ?? '' });
                }}
              />
            )}
            <DateField
              label={`Date of the price of ${name}`}
              labelHidden
              value={day}
              max={state.today}
              onValueChange={(text) => {
                state.type(isin, { day: text });
              }}
            />
          </>
        )
      )}
      {asset !== null && (
        <TypedNote id={noteId} typed={typedFigureOf(asset, state.typed(isin), state.today)} ask={farFigure} />
      )}
      {fault !== undefined && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
    </li>
  );
}
