import { compute, onComputeChange } from '../../compute/compute.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { SkeletonBlock } from '../../ui/layout/skeleton.tsx';
import { useLive } from '../../ui/hooks/use-live.ts';
import styles from './capital-gains.module.css';
import { DisposalTransactions } from './disposal-transactions.tsx';
import { DisposalWorkings } from './disposal-workings.tsx';
import { PoolLedger } from './pool-ledger.tsx';

/** The details of a disposal, read when it is opened: a year may have thousands of them. */
export function DisposalDetail({ disposalTransactionId }: { readonly disposalTransactionId: string }) {
  const { data, error } = useLive(() => compute().disposal(disposalTransactionId), onComputeChange, [
    disposalTransactionId,
  ]);
  if (error !== undefined) return <Banner tone="error">The workings could not be read. Please try again.</Banner>;
  if (data === undefined) return <SkeletonBlock lines={6} text="Loading workings..." />;
  // It was changed or deleted in the meantime: the list will show it.
  if (data === null) return null;
  return (
    <div className={styles.detail}>
      <DisposalTransactions disposal={data} />
      <DisposalWorkings disposal={data} />
      <PoolLedger accountId={data.accountId} isin={data.isin} taxWrappers={data.taxWrappers} />
    </div>
  );
}
