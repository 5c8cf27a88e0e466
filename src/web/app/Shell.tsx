/** The frame around every screen: the menu by role, versions, the user, and a banner while the server cannot be reached. */

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useColorScheme } from '@mui/material/styles';
import { createLink, Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { passwordPrompt } from '../api/sending.ts';
import { sentPacks } from '../api/sentPacks.ts';
import { uploads } from '../api/uploads.ts';
import { shellTexts as texts } from '../texts/shell.ts';
import { DarkModeIcon } from '../ui/icons/DarkMode.tsx';
import { LightModeIcon } from '../ui/icons/LightMode.tsx';
import { MenuIcon } from '../ui/icons/Menu.tsx';
import { LoadingBar } from '../ui/LoadingBar.tsx';
import { basePath } from './basePath.ts';
import { DropDown, fetchMenus } from './DropDown.tsx';
import { fetchMissingFile, lazyPart } from './lazyFile.ts';
import { lazyScreen } from './lazyScreen.ts';
import { type MenuItem as Item, isActive, mayOpen, visibleMenu } from './menu.ts';
import { BELOW_NOTICES, WINDOW_HEIGHT } from './noticeSpace.ts';
import { ServerLost } from './ServerLost.tsx';
import { useSession } from './session.tsx';
import { LOW, TOOLBAR_HEIGHT, WIDE_MENU } from './theme.ts';
import { UserMenu } from './UserMenu.tsx';
import { Versions } from './Versions.tsx';
import { useWhenIdle } from './whenIdle.ts';

const LinkButton = createLink(Button);
const UploadPanel = lazyPart(() => import('./UploadPanel.tsx'), 'default');
const MenuDrawer = lazyPart(() => import('./MenuDrawer.tsx'), 'default');
const Forbidden = lazyScreen(() => import('./Forbidden.tsx'), 'Forbidden');
const ConfirmPassword = lazyPart(() => import('./ConfirmPassword.tsx'), 'default');
const fetchNext = () => Promise.all([fetchMenus(), fetchMissingFile()]);

const ACTIVE = { borderRadius: 0, borderBottom: 2, borderColor: 'primary.main', color: 'primary.main' } as const;
const INACTIVE = { borderRadius: 0, borderBottom: 2, borderColor: 'transparent' } as const;

function Group({ item, active }: { item: Item; active: boolean }) {
  const style = active ? ACTIVE : INACTIVE;
  const [only] = item.entries;
  if (!item.button || !only) return <DropDown label={item.label} entries={item.entries} active={active} sx={style} />;
  return (
    <LinkButton to={only.to} color="inherit" sx={style} aria-current={active ? 'page' : undefined}>
      {item.label}
    </LinkButton>
  );
}

/** The dialog that asks for the password when a call requires it. */
function PasswordPrompt() {
  const [reason, setReason] = useState<string>();
  useEffect(() => passwordPrompt.listen(setReason), []);
  return (
    reason !== undefined && (
      <Suspense fallback={null}>
        <ConfirmPassword reason={reason} />
      </Suspense>
    )
  );
}

/** Loads the panel of uploads as soon as there is something to show or to tell. */
function Uploads() {
  const busy = useSyncExternalStore(
    uploads.subscribe,
    () => uploads.entries().length > 0 || uploads.hasUnreportedEnds(),
  );
  const sent = useSyncExternalStore(sentPacks.subscribe, () => sentPacks.list().length > 0);
  const [used, setUsed] = useState(false);
  if ((busy || sent) && !used) setUsed(true);
  return (
    used && (
      <Suspense fallback={null}>
        <UploadPanel />
      </Suspense>
    )
  );
}

function ModeSwitch() {
  const { mode, systemMode, setMode } = useColorScheme();
  const dark = (mode === 'system' ? systemMode : mode) === 'dark';
  const label = dark ? texts.lightMode : texts.darkMode;
  return (
    <IconButton aria-label={label} title={label} color="inherit" onClick={() => setMode(dark ? 'light' : 'dark')}>
      {dark ? <LightModeIcon fontSize="small" /> : <DarkModeIcon fontSize="small" />}
    </IconButton>
  );
}

/** Opens the menu where it has no room in the bar. */
function MenuButton({ items, path }: { items: readonly Item[]; path: string }) {
  const [open, setOpen] = useState<boolean>();
  return (
    <>
      <IconButton
        aria-label={texts.menu}
        aria-haspopup="dialog"
        color="inherit"
        edge="start"
        onClick={() => setOpen(true)}
        sx={{ [WIDE_MENU]: { display: 'none' } }}
      >
        <MenuIcon />
      </IconButton>
      {open !== undefined && (
        <Suspense fallback={null}>
          <MenuDrawer open={open} items={items} path={path} versions={<Versions />} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The first element that Tab reaches: past the menu. A link would change the address, in which a screen keeps its state. */
function SkipButton({ onSkip }: { onSkip: () => void }) {
  return (
    <Button
      variant="contained"
      data-screen-only
      onClick={onSkip}
      sx={{ position: 'fixed', top: 6, left: 6, zIndex: 'tooltip', '&:not(:focus)': { left: -9999 } }}
    >
      {texts.skip}
    </Button>
  );
}

export function Shell() {
  const { can } = useSession();
  useWhenIdle(fetchNext);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const loading = useRouterState({ select: (state) => state.status === 'pending' });
  const main = useRef<HTMLElement>(null);
  const items = visibleMenu(can);
  return (
    <Box sx={{ minHeight: WINDOW_HEIGHT, display: 'flex', flexDirection: 'column' }}>
      <SkipButton onSkip={() => main.current?.focus()} />
      <Box
        component="header"
        sx={{
          position: 'sticky',
          top: BELOW_NOTICES,
          zIndex: 'appBar',
          flexShrink: 0,
          bgcolor: 'background.paper',
          borderBottom: 1,
          borderColor: 'divider',
          [LOW]: { position: 'relative', top: 0 },
        }}
      >
        <Box
          component="nav"
          aria-label={texts.mainMenu}
          sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5, minHeight: TOOLBAR_HEIGHT, px: 2 }}
        >
          <MenuButton items={items} path={path} />
          <LinkButton to="/start" color="inherit" aria-label={texts.startPage} sx={{ pl: 0, mr: 1, fontWeight: 700 }}>
            <Box
              component="img"
              src={`${basePath}/icon.svg`}
              alt=""
              sx={{ width: 26, height: 26, mr: 1, display: 'block' }}
            />
            Lacquer
          </LinkButton>
          <Box sx={{ display: 'none', [WIDE_MENU]: { display: 'flex', gap: 0.5 } }}>
            {items.map((item) => (
              <Group key={item.label} item={item} active={isActive(item, path)} />
            ))}
          </Box>
          <Box sx={{ ml: 'auto', display: 'flex', alignItems: 'center', minWidth: 0 }}>
            <Box sx={{ display: 'none', [WIDE_MENU]: { display: 'block' } }}>
              <Versions />
            </Box>
            <ModeSwitch />
            <UserMenu />
          </Box>
        </Box>
        {loading && <LoadingBar label={texts.loadingScreen} sx={{ position: 'absolute', inset: 'auto 0 0 0' }} />}
        <ServerLost />
      </Box>
      <PasswordPrompt />
      <Box
        component="main"
        ref={main}
        tabIndex={-1}
        sx={{ flex: 1, display: 'flex', flexDirection: 'column', minHeight: 0, minWidth: 0, outline: 'none' }}
      >
        <Suspense fallback={<LoadingBar label={texts.loadingScreen} />}>
          {mayOpen(can, path) ? <Outlet /> : <Forbidden />}
        </Suspense>
      </Box>
      {can.upload || can.admin ? <Uploads /> : null}
    </Box>
  );
}
