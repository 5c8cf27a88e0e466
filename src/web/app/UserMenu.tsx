/** The menu of the signed-in user: help, password, language, signing out. */
import { useMutation } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { sessionApi } from '../api/api.ts';
import { sentPacks } from '../api/sentPacks.ts';
import { uploads } from '../api/uploads.ts';
import { languageTexts } from '../texts/language.ts';
import { shellTexts as texts } from '../texts/shell.ts';
import { failureText } from '../ui/failure.ts';
import { useNotify } from '../ui/Notices.tsx';
import { DropDown } from './DropDown.tsx';
import { lazyPart } from './lazyFile.ts';
import { useSession, useSessionChange } from './session.tsx';
import { switchLanguage } from './switchLanguage.ts';

const ConfirmDialog = lazyPart(() => import('../ui/ConfirmDialog.tsx'), 'ConfirmDialog');
const ChangePassword = lazyPart(() => import('./ChangePassword.tsx'), 'default');

export function UserMenu() {
  const { username } = useSession();
  const [changing, setChanging] = useState(false);
  const change = useSessionChange();
  const notify = useNotify();
  const [confirming, setConfirming] = useState(false);
  const signOut = useMutation({
    mutationFn: () => sessionApi.signOut(),
    onSuccess: (next) => {
      uploads.clear();
      sentPacks.clear();
      change(null);
      if (next !== null) window.location.assign(next);
    },
    onError: (error) => notify('error', failureText(texts.signOutAction, error)),
  });
  const entries = [
    { label: texts.help, help: true as const },
    { label: texts.changePassword, onChoose: () => setChanging(true) },
    { label: languageTexts.otherName, lang: languageTexts.other, onChoose: switchLanguage },
    { label: texts.signOut, onChoose: () => (uploads.isUnderWay() ? setConfirming(true) : signOut.mutate()) },
  ];
  return (
    <>
      <DropDown
        end
        label={username}
        entries={entries}
        sx={{ display: 'flex', minWidth: 0, overflowWrap: 'anywhere' }}
      />
      {changing && (
        <Suspense fallback={null}>
          <ChangePassword onClose={() => setChanging(false)} />
        </Suspense>
      )}
      {confirming && (
        <Suspense fallback={null}>
          <ConfirmDialog
            title={texts.signOut}
            confirm={texts.signOut}
            onConfirm={() => {
              setConfirming(false);
              signOut.mutate();
            }}
            onClose={() => setConfirming(false)}
          >
            {texts.uploadsUnderWay}
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  );
}
