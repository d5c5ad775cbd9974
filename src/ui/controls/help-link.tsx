import { CircleQuestionMark } from 'lucide-react';
import { Link } from 'react-router-dom';
import { type GuidePage, headingAnchor } from '../texts/guide-pages.ts';
import styles from './help-link.module.css';

export interface HelpLinkProps {
  readonly page: GuidePage;
  /** The heading to scroll to. */
  readonly section?: string;
  /** Keeps this page as it is, for dialogs whose work would be lost. */
  readonly newTab?: boolean;
  readonly children: string;
}

/** A link from a screen to the page of the guide that explains it. */
export function HelpLink({ page, section, newTab = false, children }: HelpLinkProps) {
  return (
    <Link
      to={`/help/${page}${section === undefined ? '' : `#${headingAnchor(section)}`}`}
      className={styles.link}
      {...(newTab && { target: '_blank', rel: 'noopener' })}
    >
      <CircleQuestionMark size={16} aria-hidden="true" />
      {children}
    </Link>
  );
}
