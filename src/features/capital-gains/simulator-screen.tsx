import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { SaleSimulation } from '../../../domain/cgt/planned-sale/simulate-sale.ts';
import type { Broker } from '../../../domain/records/records.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { DateField } from '../../ui/forms/date-field.tsx';
import { DecimalField, MoneyField } from '../../ui/forms/decimal-field.tsx';
import { Facts } from '../../ui/layout/facts.tsx';
import { HiddenMoney, Quantity } from '../../ui/values/figures.tsx';
import { formatQuantity } from '../../ui/texts/format.ts';
import { MissingFields } from '../../ui/forms/missing-fields.tsx';
import { FieldRow, FieldStack, PageHeader, Section } from '../../ui/layout/page.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { showToast } from '../../ui/messages/toast.tsx';
import { PurchaseWindows } from '../../ui/values/purchase-windows.tsx';
import { ValuesTextButton } from '../../ui/values/values-text-button.tsx';
import styles from './capital-gains.module.css';
import { DisposalWorkings } from './disposal-workings.tsx';
import { holdingValue, type SaleFigure, saleFault, type Simulator, useSimulator } from './use-simulator.ts';

const AIMS = [
  { value: 'units', label: 'Units to sell' },
  { value: 'gain', label: 'Gain to make' },
] as const;

/** A sale to try before it is made, at an address of its own. */
export function SimulatorScreen({ brokers }: { readonly brokers: readonly Broker[] }) {
  return (
    <>
      <PageHeader
        title="Try a sale"
        breadcrumb={[{ label: 'Capital Gains', to: '/capital-gains' }, { label: 'Try a sale' }]}
        description="Shows the matches and the gain of a sale before you make it. Nothing is stored until you record it."
        actions={<ValuesTextButton />}
      />
      <SaleTrial brokers={brokers} />
    </>
  );
}

/** Match, gain, exempt amount left and pool afterwards of a sale, while it is typed: the simplest of plans. */
export function SaleTrial({ brokers }: { readonly brokers: readonly Broker[] }) {
  const simulator = useSimulator();
  const { trial } = simulator;
  return (
    <>
      {simulator.holdingsError !== undefined && (
        <Banner tone="error">Could not load holdings. Please try again later.</Banner>
      )}
      <Inputs simulator={simulator} />
      {trial.error !== undefined && <Banner tone="error">The sale could not be worked out. Please try again.</Banner>}
      {trial.data !== undefined && trial.data !== null && trial.data.simulation === null && (
        <Banner tone="info">
          {simulator.inputs.aim === 'gain'
            ? 'Nothing is held on that day, or every sale at this price makes a larger gain.'
            : 'This sale cannot be worked out: the security has changed its ISIN.'}
        </Banner>
      )}
      {trial.data?.simulation && <Outcome simulation={trial.data.simulation} simulator={simulator} brokers={brokers} />}
    </>
  );
}

function Inputs({ simulator: { inputs, change, holdings, chosen, isNothingHeld } }: { readonly simulator: Simulator }) {
  const [typing, setTyping] = useState<SaleFigure | null>(null);
  const field = (figure: SaleFigure, label: string) => ({
    label,
    value: inputs[figure],
    onValueChange: (text: string) => {
      setTyping(figure);
      change({ [figure]: text });
    },
    onBlur: () => {
      setTyping(null);
    },
    // A figure that is still being typed is not an error yet.
    error: typing === figure ? null : saleFault(figure, label, inputs[figure]),
  });
  return (
    <FieldStack>
      <SelectField
        label="Holding"
        width="wide"
        placeholder="Select a holding"
        {...(isNothingHeld && { hint: 'Nothing is held yet. Record a purchase, and you can try its sale here.' })}
        options={holdings.map((holding) => ({
          value: holdingValue(holding),
          label: `${holding.assetName} · ${holding.accountName} · ${holding.taxWrapper} · ${formatQuantity(holding.quantity)}`,
        }))}
        value={chosen === undefined ? '' : inputs.holding}
        onChange={(event) => {
          change({ holding: event.target.value, price: null });
        }}
      />
      <FieldRow>
        <SelectField
          label="Start from"
          options={AIMS}
          value={inputs.aim}
          onChange={(event) => {
            change({ aim: event.target.value === 'gain' ? 'gain' : 'units' });
          }}
        />
        {inputs.aim === 'units' ? (
          <DecimalField {...field('units', 'Units')} />
        ) : (
          <MoneyField {...field('target', 'Gain')} hint="Sells as many units as possible within this gain" />
        )}
        <DateField
          label="Date of sale"
          value={inputs.date}
          onValueChange={(date) => {
            change({ date });
          }}
        />
        <DecimalField {...field('price', 'Price')} prefix="£" hint="In pounds, per unit" />
        <MoneyField {...field('charges', 'Charges')} />
      </FieldRow>
    </FieldStack>
  );
}

interface OutcomeProps {
  readonly simulation: SaleSimulation;
  readonly simulator: Simulator;
  readonly brokers: readonly Broker[];
}

function Outcome({ simulation, simulator, brokers }: OutcomeProps) {
  const { disposal, poolAfter, year, held, withOtherSales, consideration } = simulation;
  const tooMany = simulator.idea !== null && simulator.idea.quantity > held;
  return (
    <>
      <Section title="Result of the sale">
        {tooMany && (
          <Banner tone="warning">
            {held > 0
              ? `Only ${formatQuantity(held)} units are held on that day.`
              : 'No units of this holding are held on that day.'}
          </Banner>
        )}
        {withOtherSales && (
          <Banner tone="info">Other sales of that day count in the same disposal and are in these figures.</Banner>
        )}
        <Facts
          figures
          facts={[
            ['Units', <Quantity key="units" value={simulator.idea?.quantity ?? null} />],
            ['Consideration', <HiddenMoney key="consideration" value={consideration} />],
            [disposal.capitalGain < 0 ? 'Loss' : 'Gain', <HiddenMoney key="gain" value={disposal.capitalGain} tone />],
            [
              'Pool afterwards',
              poolAfter === null ? (
                'Nothing is left'
              ) : (
                <>
                  <Quantity value={poolAfter.quantity} /> units that cost <HiddenMoney value={poolAfter.cost} />
                </>
              ),
            ],
            ...(year === null
              ? [['Capital Gains Tax', 'Exempt: the gain is not included in any total'] as const]
              : [
                  [`Gains of ${year.taxYear} with this sale`, <HiddenMoney key="gains" value={year.gains} />] as const,
                  [
                    'Exempt amount left after this sale',
                    <HiddenMoney key="left" value={year.exemptAmountLeft} />,
                  ] as const,
                ]),
          ]}
        />
      </Section>
      <DisposalWorkings disposal={disposal} />
      {/* Of an exempt sale the workings say all there is: a purchase can change its match, never the tax. */}
      {year !== null && (
        <Section title="What would change this result">
          <PurchaseWindows windows={[simulation.window]} safeFrom={simulation.safeFrom} className={styles.lines} />
        </Section>
      )}
      <RecordSale simulator={simulator} brokers={brokers} />
    </>
  );
}

function RecordSale({ simulator, brokers }: Pick<OutcomeProps, 'simulator' | 'brokers'>) {
  const navigate = useNavigate();
  const [brokerId, setBrokerId] = useState('');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const record = async () => {
    setBusy(true);
    const refused = await simulator.record(brokerId);
    setBusy(false);
    setFault(refused);
    if (refused !== null) return;
    showToast({ title: 'Sale recorded.' });
    await navigate('/capital-gains');
  };
  return (
    <Section
      title="Record it"
      description="Record the sale once you have made it: it is saved with exactly these figures."
    >
      <FieldRow>
        <SelectField
          label="Broker"
          placeholder="Select a broker"
          options={brokers.map(({ id, name }) => ({ value: id, label: name }))}
          value={brokerId}
          onChange={(event) => {
            setBrokerId(event.target.value);
          }}
        />
      </FieldRow>
      {fault !== null && <Banner tone="error">{fault}</Banner>}
      <div>
        <Button
          variant="primary"
          loading={busy}
          disabled={brokerId === '' || simulator.idea === null}
          onClick={() => void record()}
        >
          Record this sale
        </Button>
      </div>
      {brokerId === '' && <MissingFields faults={[{ label: 'Broker', isMissing: true }]} />}
    </Section>
  );
}
