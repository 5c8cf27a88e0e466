/** Shows the text of a file with its line breaks. */
import { ViewDialog } from './DialogFrame.tsx';
import { TextView } from './TextView.tsx';

export function FileContentDialog({ content, onClose }: { content: string; onClose: () => void }) {
  return (
    <ViewDialog title="File Content" dividers close="Cancel" onClose={onClose}>
      <TextView text={content} label="File content" />
    </ViewDialog>
  );
}
