/** The history of a set or static pack in a dialog, and the way back to an earlier state. */
import { useState } from 'react';
import type { HistoryEntry } from '../../../contract/index.ts';
import { historyTexts as texts } from '../../texts/history.ts';
import { ViewDialog } from '../../ui/DialogFrame.tsx';
import type { Content } from './content.ts';
import { HistoryTable } from './HistoryTable.tsx';
import { RollBackDialog } from './RollBackDialog.tsx';

export function HistoryDialog({ content, onClose }: { content: Content; onClose: () => void }) {
  const [rollingBack, setRollingBack] = useState<HistoryEntry>();
  if (rollingBack) {
    return <RollBackDialog content={content} entry={rollingBack} onClose={() => setRollingBack(undefined)} />;
  }
  return (
    <ViewDialog tall title={texts.title(content.key)} onClose={onClose}>
      <HistoryTable content={content} onRollBack={setRollingBack} />
    </ViewDialog>
  );
}
