import { Link } from 'react-router-dom';
import { daysBetween, type IsoDate, londonDate } from '../../../domain/values/dates.ts';
import { closingSoon } from '../../../domain/holdings/savings-interest.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { dateInSentence } from '../../ui/texts/date-text.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { useStored } from '../../ui/hooks/use-stored.ts';
import { readSavings } from './read-savings.ts';
import { savingsPath } from './savings-columns.tsx';
import styles from './savings.module.css';

function inWords(today: IsoDate, day: IsoDate): string {
  const days = daysBetween(today, day);
  return days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`;
}

/** A reminder of savings accounts whose close date is at most 30 days ahead; nothing while there is none. */
export function ClosingSoon() {
  const now = useNow();
  const { data = [] } = useStored(readSavings, []);
  const today = londonDate(now);
  const accounts = closingSoon(data, today);
  if (accounts.length === 0) return null;
  return (
    <Banner
      tone="info"
      title={accounts.length === 1 ? 'A savings account closes soon' : `${accounts.length} savings accounts close soon`}
    >
      <ul className={styles.soon}>
        {accounts.map(({ id, bankName, accountType, accountCloseDate }) => (
          <li key={id}>
            <Link to={savingsPath(id)}>
              {bankName}, {accountType}
            </Link>{' '}
            closes {inWords(today, accountCloseDate)}, on {dateInSentence(accountCloseDate)}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
