import type { ReactNode } from 'react';
import { ButtonLink } from '../controls/button.tsx';
import { Page, PageHeader, type PageHeaderProps } from '../layout/page.tsx';
import { SkeletonBlock } from '../layout/skeleton.tsx';
import { Banner } from '../messages/banner.tsx';

export interface FormPageProps extends Pick<PageHeaderProps, 'title' | 'breadcrumb' | 'actions'> {
  /** Where the button leads that is offered when the form could not be loaded. */
  readonly back: { readonly to: string; readonly label: string };
  /** Why the form could not be loaded, or null. */
  readonly failed: string | null;
  /** Shown instead of the form while it is being loaded; null once it is. */
  readonly loading: { readonly lines: number; readonly text: string } | null;
  /** The form. */
  readonly children: ReactNode;
}

/** The page of a form, also while it is being loaded and when that failed. */
export function FormPage({ back, failed, loading, children, ...header }: FormPageProps) {
  return (
    <Page width="form">
      <PageHeader {...header} />
      {failed !== null && (
        <Banner
          tone="error"
          actions={
            <ButtonLink to={back.to} size="small">
              {back.label}
            </ButtonLink>
          }
        >
          {failed}
        </Banner>
      )}
      {failed === null && (loading === null ? children : <SkeletonBlock {...loading} />)}
    </Page>
  );
}
