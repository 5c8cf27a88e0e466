/** What the user may do with the set: test, promote, copy, rename and delete. */
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { createLink } from '@tanstack/react-router';
import type { Area, SetOverview } from '../../../contract/index.ts';
import { useSession } from '../../app/session.tsx';
import { setTexts } from '../../texts/imageSets.ts';
import { setPageTexts as texts } from '../../texts/sets.ts';
import { ReasonedButton } from '../../ui/ReasonedButton.tsx';
import type { TestSearch } from '../catalogue/search.ts';
import { SET_ACTIONS, useSetActions } from '../promotion/useSetActions.tsx';

const LinkButton = createLink(Button);

export function SetActions({
  overview: { disId, areas: found },
  shown,
  test,
  loading,
}: {
  overview: SetOverview;
  shown: Area | undefined;
  /** what the page shows, for the test screens; undefined if the user may not test */
  test: TestSearch | undefined;
  /** The version is not known yet: a test that is opened now would have none. */
  loading: boolean;
}) {
  const { can, areas: visible } = useSession();
  const { busy, ask, dialogs } = useSetActions();
  const areas = found.map(({ area }) => area);
  const testable = areas.filter((area) => visible.includes(area));
  const other = testable.find((area) => area !== shown);
  return (
    <Stack
      direction="row"
      useFlexGap
      spacing={1}
      role="group"
      aria-label={texts.actions}
      sx={{ flexWrap: 'wrap', alignItems: 'center' }}
    >
      {test && (
        <>
          <LinkButton disabled={loading} variant="contained" to="/dynamic/options" search={{ ...test, test: true }}>
            {texts.test}
          </LinkButton>
          <LinkButton disabled={loading} variant="outlined" to="/dynamic/validate" search={{ ...test, test: true }}>
            {texts.validate}
          </LinkButton>
          <LinkButton
            disabled={loading}
            variant="outlined"
            to="/dynamic/compare"
            search={{ ...test, test: true, ...(other && { withArea: other }) }}
          >
            {texts.compare}
          </LinkButton>
          <LinkButton disabled={loading} variant="outlined" to="/dynamic/sheet" search={{ ...test, test: true }}>
            {texts.sheet}
          </LinkButton>
          <LinkButton variant="outlined" to="/dynamic/layers" search={{ area: test.area, disId }}>
            {texts.mapping}
          </LinkButton>
        </>
      )}
      {(can.admin || can.upload) && (
        <>
          <LinkButton variant="outlined" to="/promote/dynamic" search={{ name: disId }}>
            {texts.promote}
          </LinkButton>
          <LinkButton variant="outlined" to="/upload" search={{ text: disId }}>
            {texts.uploads}
          </LinkButton>
          {SET_ACTIONS.map((action) => (
            <ReasonedButton
              key={action}
              variant="outlined"
              color={action === 'Delete' ? 'error' : 'primary'}
              disabled={busy.has(disId)}
              reason={action === 'Copy' && !areas.includes('embargo') ? setTexts.notInEmbargo(disId) : undefined}
              onClick={() => ask(action, { disId, areas })}
            >
              {(busy.get(disId) === action ? setTexts.underWay : setTexts.actions)[action]}
            </ReasonedButton>
          ))}
        </>
      )}
      {dialogs}
    </Stack>
  );
}
