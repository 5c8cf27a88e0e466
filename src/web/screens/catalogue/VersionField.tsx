/** The version (2.1): found by id or label, with arrows for its neighbours. A double-click clears it. */
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import { type ReactNode, useMemo } from 'react';
import { testTexts } from '../../texts/testScreens.ts';
import { KeyboardArrowDownIcon } from '../../ui/icons/KeyboardArrowDown.tsx';
import { KeyboardArrowUpIcon } from '../../ui/icons/KeyboardArrowUp.tsx';
import { ROW_ICON_BUTTON } from '../../ui/RowButton.tsx';
import { SuggestField } from '../../ui/SuggestField.tsx';
import type { TestSearch } from './search.ts';
import { type TestSet, VERSION_LENGTH } from './useTestSet.ts';

const { form: texts } = testTexts;

export function VersionField({
  set,
  keep,
  onChange,
}: {
  set: TestSet;
  /** whether another version keeps what was chosen */
  keep: boolean;
  onChange: (change: Partial<TestSearch>) => void;
}) {
  const { versions } = set;
  const ids = useMemo(() => versions.map(({ versionId }) => versionId), [versions]);
  const labels = useMemo(
    () => new Map(versions.map(({ versionId: id, versionLabel: label }) => [id, texts.versionOption(id, label)])),
    [versions],
  );
  const at = ids.indexOf(set.version);
  const choose = (version: string | undefined) =>
    onChange({ version: version || undefined, ...(!keep && { layers: undefined, options: undefined }) });
  const neighbour = (index: number) => ({
    disabled: set.nothingValid || ids[index] === undefined,
    onClick: () => choose(ids[index]),
  });
  return (
    <Stack
      direction="row"
      sx={{ alignItems: 'center', flex: '1 1 260px', minWidth: 0, maxWidth: 560 }}
      onDoubleClick={() => set.nothingValid || choose(undefined)}
    >
      <SuggestField
        label={texts.version}
        options={ids}
        value={at < 0 ? '' : set.version}
        textOf={(id) => labels.get(id) ?? id}
        idLength={VERSION_LENGTH}
        disabled={set.nothingValid}
        loading={set.loadingVersions}
        onChoose={choose}
        empty={texts.noVersionMatches}
        width="100%"
      />
      <Stack onDoubleClick={(event) => event.stopPropagation()}>
        <Arrow
          label={texts.previousVersion}
          title={at <= 0 ? texts.firstVersion : texts.previousVersion}
          {...neighbour(at - 1)}
        >
          <KeyboardArrowUpIcon fontSize="small" />
        </Arrow>
        <Arrow
          label={texts.nextVersion}
          title={at >= ids.length - 1 ? texts.lastVersion : texts.nextVersion}
          {...neighbour(at + 1)}
        >
          <KeyboardArrowDownIcon fontSize="small" />
        </Arrow>
      </Stack>
    </Stack>
  );
}

function Arrow({
  label,
  title,
  disabled,
  onClick,
  children,
}: {
  label: string;
  title: string;
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <Tooltip title={title} placement="right">
      <span>
        <IconButton size="small" aria-label={label} disabled={disabled} onClick={onClick} sx={ROW_ICON_BUTTON}>
          {children}
        </IconButton>
      </span>
    </Tooltip>
  );
}
