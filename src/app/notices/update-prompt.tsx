import { FloatingNotice } from '../../ui/messages/floating-notice.tsx';
import { useUpdate } from '../../ui/app-state/update-store.ts';

/** Offers a new version. It is never forced: a form may be open. */
export function UpdatePrompt() {
  const { reload, dismissed } = useUpdate();
  if (reload === null || dismissed) return null;
  return (
    <FloatingNotice
      title="A new version is ready"
      text="Reload to start it. Your saved records are kept."
      actionLabel="Reload"
      onAction={reload}
      onClose={() => {
        useUpdate.setState({ dismissed: true });
      }}
    />
  );
}
