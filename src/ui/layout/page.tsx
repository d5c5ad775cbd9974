import { type ReactNode, type Ref, useEffect, useId } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from './class-names.ts';
import styles from './page.module.css';

export interface PageProps {
  readonly children: ReactNode;
  /** `form` keeps to a readable column; `list` uses up to 1,440 px. */
  readonly width?: 'form' | 'list';
  readonly areaRef?: Ref<HTMLDivElement>;
}

/** The frame of a screen's content. */
export function Page({ children, width = 'list', areaRef }: PageProps) {
  return (
    <div ref={areaRef} className={classNames(styles.page, styles[width])}>
      {children}
    </div>
  );
}

export interface PageHeaderProps {
  readonly title: string;
  /** One muted line under the title: a count, a date, what the screen is for. */
  readonly description?: ReactNode;
  /** The steps above, for example Accounts / New. */
  readonly breadcrumb?: readonly { readonly label: string; readonly to?: string }[];
  /** The page's buttons; the main one last, at the top right. */
  readonly actions?: ReactNode;
}

/** Title, breadcrumb and actions; also names the browser's tab. */
export function PageHeader({ title, description, breadcrumb, actions }: PageHeaderProps) {
  useEffect(() => {
    document.title = `${title} · Holdfast`;
  }, [title]);
  return (
    <header className={styles.header}>
      <div className={styles.heading}>
        {breadcrumb && (
          <nav aria-label="Breadcrumb">
            <ol className={styles.breadcrumb}>
              {breadcrumb.map(({ label, to }) => (
                <li key={label}>
                  {to === undefined ? <span aria-current="page">{label}</span> : <Link to={to}>{label}</Link>}
                </li>
              ))}
            </ol>
          </nav>
        )}
        <h1>{title}</h1>
        {description !== undefined && <div className={styles.description}>{description}</div>}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}

export interface SectionProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly description?: ReactNode;
  /** A control at the end of the title's line. */
  readonly aside?: ReactNode;
}

/** A titled part of a page or form; separated by space and a line, never by a box. */
export function Section({ title, children, description, aside }: SectionProps) {
  const id = useId();
  return (
    // Marked for the tables above, whose last line gives way to the section's own.
    <section className={styles.section} aria-labelledby={id} data-ruled>
      <div className={styles.sectionHead}>
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {description !== undefined && <p className={styles.description}>{description}</p>}
      {children}
    </section>
  );
}

/** The buttons at the end of a form; they wrap to full width on a phone. */
export function FormActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.formActions}>{children}</div>;
}

/** Fields in one column, with even space. */
export function FieldStack({ children }: { readonly children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>;
}

/** Short fields that belong together side by side where there is room. */
export function FieldRow({ children }: { readonly children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}
