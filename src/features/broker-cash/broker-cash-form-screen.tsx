import { londonDate } from '../../../domain/values/dates.ts';
import { offeredBrokers } from '../../../domain/records/offered-brokers.ts';
import type { Account, Broker, BrokerCashBalance } from '../../../domain/records/records.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { notWrittenText } from '../../data/database/write-fault-text.ts';
import { tellFaultAnd } from '../../ui/app-state/app-faults.ts';
import { FormPage } from '../../ui/forms/form-page.tsx';
import { showToast } from '../../ui/messages/toast.tsx';
import { type Live, useOnce } from '../../ui/hooks/use-live.ts';
import { BrokerCashForm, cashValuesOf, newCashValues } from './broker-cash-form.tsx';
import { getRecord, saveRecord } from '../../data/records/records.ts';

async function readBalance(id: string | undefined): Promise<BrokerCashBalance | null> {
  if (id === undefined) return null;
  const balance = await getRecord(currentDatabase(), 'brokerCashBalance', id);
  if (balance === null) throw new Error('no such cash balance');
  return balance;
}

export interface BrokerCashFormScreenProps {
  /** The cash balance to edit; none adds one. */
  readonly id?: string | undefined;
  readonly accounts: Live<readonly Account[]>;
  readonly brokers: Live<readonly Broker[]>;
}

/** Adds a cash balance, or edits the one with the given id (002 §2). To be mounted again for another address. */
export function BrokerCashFormScreen({ id, accounts, brokers }: BrokerCashFormScreenProps) {
  const mode = id === undefined ? 'add' : 'edit';
  // Read once: a form must not change while it is being filled in.
  const record = useOnce(() => readBalance(id), [id]);
  const failed =
    record.error !== undefined
      ? 'Failed to load cash balance'
      : accounts.error !== undefined || brokers.error !== undefined
        ? 'Failed to load form data'
        : null;
  const ready = record.data !== undefined && accounts.data !== undefined && brokers.data !== undefined;
  return (
    <FormPage
      title={mode === 'add' ? 'Add Broker Cash Balance' : 'Edit Broker Cash Balance'}
      breadcrumb={[
        { label: 'Broker Cash Balances', to: '/broker-cash-balances' },
        { label: mode === 'add' ? 'New' : 'Edit' },
      ]}
      back={{ to: '/broker-cash-balances', label: 'Broker Cash Balances' }}
      failed={failed}
      loading={ready ? null : { lines: 6, text: 'Loading form data...' }}
    >
      {ready && (
        <BrokerCashForm
          mode={mode}
          draftKey={`broker-cash-${id ?? 'new'}`}
          values={record.data === null ? newCashValues(accounts.data) : cashValuesOf(record.data)}
          accounts={accounts.data}
          brokers={offeredBrokers(brokers.data, record.data?.brokerId)}
          onSave={async (fields) => {
            const saved = await saveRecord(currentDatabase(), 'brokerCashBalance', {
              ...fields,
              lastUpdated: londonDate(Date.now()),
              ...(id !== undefined && { id }),
              opened: record.data ?? null,
            }).catch(tellFaultAnd(null));
            if (saved?.ok !== true)
              return notWrittenText(saved, `Failed to ${mode === 'add' ? 'create' : 'update'} broker cash balance`);
            showToast({ title: mode === 'add' ? 'Cash balance saved.' : 'Cash balance updated.' });
            return null;
          }}
        />
      )}
    </FormPage>
  );
}
