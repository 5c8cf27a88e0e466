/**
 * Copies, renames and deletes sets, each after its dialog.
 *
 *   SetAction, SET_ACTIONS
 *   useSetActions
 */
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useState } from 'react';
import type { Area } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { notices } from '../../texts/notices.ts';
import { detailOf } from '../../ui/failure.ts';
import { useNotify } from '../../ui/Notices.tsx';
import { noticeGroup } from '../../ui/noticeGroups.ts';
import { DeleteSetDialog } from './DeleteSetDialog.tsx';
import { ImageSetDialog, type NewName } from './ImageSetDialog.tsx';
import { IMAGE_SETS } from './lists.ts';

export type SetAction = 'Copy' | 'Rename' | 'Delete';
export const SET_ACTIONS: readonly SetAction[] = ['Copy', 'Rename', 'Delete'];

interface Subject {
  readonly disId: string;
  /** the areas that have the set */
  readonly areas: readonly Area[];
}
/** a set, and what the user is about to do with it */
type Confirming = Subject & { readonly action: SetAction };
const JOINED = { Copy: 'copies', Rename: 'renames', Delete: 'deletions' } as const;
const NOTHING: ReadonlyMap<string, SetAction> = new Map();

export function useSetActions(): {
  /** what is being done, by set id */
  busy: ReadonlyMap<string, SetAction>;
  /** opens the action's dialog */
  ask: (action: SetAction, set: Subject) => void;
  /** the dialog that is open */
  dialogs: ReactNode;
} {
  const [busy, setBusy] = useState(NOTHING);
  const [confirming, setConfirming] = useState<Confirming>();
  const notify = useNotify();
  const client = useQueryClient();
  const ask = useCallback(
    (action: SetAction, { disId, areas }: Subject) => setConfirming({ action, disId, areas }),
    [],
  );
  const close = () => setConfirming(undefined);
  const run = async ({ action, disId }: Confirming, name?: NewName) => {
    close();
    setBusy((map) => new Map(map).set(disId, action));
    const params = { id: disId };
    try {
      if (!name) await api().deleteSet({ params });
      else if (action === 'Copy') await api().copySet({ params, query: { targetDisId: name.target } });
      else await api().renameSet({ params, query: { targetDisId: name.target, only: name.only } });
      notify(
        action === 'Copy' ? 'success' : 'info',
        action === 'Rename' ? notices.renamed(disId) : notices.started(action, disId),
        { group: noticeGroup(JOINED[action], disId) },
      );
    } catch (error) {
      notify('error', notices.failed(action, disId, detailOf(error)));
    }
    await Promise.all(
      [IMAGE_SETS.queryKey, ['sets'], ['setDetails', disId]].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
    setBusy((map) => new Map([...map].filter(([other]) => other !== disId)));
  };
  const dialogs = (
    <>
      {confirming?.action === 'Delete' && (
        <DeleteSetDialog disId={confirming.disId} onConfirm={() => void run(confirming)} onClose={close} />
      )}
      {confirming && confirming.action !== 'Delete' && (
        <ImageSetDialog
          key={`${confirming.action} ${confirming.disId}`}
          disId={confirming.disId}
          areas={confirming.areas}
          action={confirming.action}
          onConfirm={(name) => void run(confirming, name)}
          onClose={close}
        />
      )}
    </>
  );
  return { busy, ask, dialogs };
}
