import { Banner } from './banner.tsx';
import { Button } from '../controls/button.tsx';

/** Says that an unfinished form was restored, and discards it on request. */
export function DraftBanner({ onDiscard }: { readonly onDiscard: () => void }) {
  return (
    <Banner
      tone="info"
      actions={
        <Button size="small" onClick={onDiscard}>
          Discard
        </Button>
      }
    >
      Your unsaved changes were restored.
    </Banner>
  );
}
