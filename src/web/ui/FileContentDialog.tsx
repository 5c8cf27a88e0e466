/** Shows the text of a file with its line breaks. */

import { widgetTexts } from '../texts/widgets.ts';
import { ViewDialog } from './DialogFrame.tsx';
import { TextView } from './TextView.tsx';

export function FileContentDialog({ content, onClose }: { content: string; onClose: () => void }) {
  return (
    <ViewDialog title={widgetTexts.fileContentTitle} dividers close="cancel" onClose={onClose}>
      <TextView text={content} label={widgetTexts.fileContent} />
    </ViewDialog>
  );
}
