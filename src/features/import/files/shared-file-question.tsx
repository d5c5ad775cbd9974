import type { WaitingFile } from '../../../data/device/shared-file.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/messages/dialog.tsx';

interface SharedFileQuestionProps {
  readonly offered: WaitingFile;
  readonly onAccept: () => void;
  readonly onDiscard: () => void;
}

/** Asks before a file that came from outside is read: any web page can send one. */
export function SharedFileQuestion({
  offered: { file, origin, leftOut },
  onAccept,
  onDiscard,
}: SharedFileQuestionProps) {
  if (origin === 'too-large')
    return (
      <Dialog
        open
        onClose={onDiscard}
        size="small"
        title="File is too large"
        footer={<Button onClick={onDiscard}>Close</Button>}
      >
        <p>
          "{file.name}" was shared with Holdfast but not opened: a file may have at most 25 MB. Split it by year and
          share the parts.
        </p>
      </Dialog>
    );
  return (
    <Dialog
      open
      onClose={onDiscard}
      size="small"
      title="From another app or page?"
      footer={
        <>
          <Button onClick={onDiscard}>Discard</Button>
          <Button variant="primary" onClick={onAccept}>
            Open file
          </Button>
        </>
      }
    >
      <p>Another app or a web page sent "{file.name}" to Holdfast. Open the file only if you shared it yourself.</p>
      {leftOut > 0 && (
        <p>
          {leftOut === 1 ? 'Another file was' : `${leftOut} more files were`} sent with it and not kept: Holdfast reads
          one file at a time. Share the next one when this one is imported.
        </p>
      )}
    </Dialog>
  );
}
