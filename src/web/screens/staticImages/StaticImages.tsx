/** Test Static Images (/static, T 2.5 and 4.3): search the static pictures of an area, see them, print and export them. */
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { api } from '../../api/api.ts';
import { useSession } from '../../app/session.tsx';
import { AreaSelect } from '../../areas/AreaSelect.tsx';
import { ScreenBar } from '../../areas/ScreenBar.tsx';
import { notices, PREFIXES } from '../../texts/notices.ts';
import { staticTexts as texts } from '../../texts/staticImages.ts';
import { widgetTexts } from '../../texts/widgets.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { failureText, prefixedFailure } from '../../ui/failure.ts';
import { LoadingBar } from '../../ui/LoadingBar.tsx';
import { useNotify } from '../../ui/Notices.tsx';
import { sortingOf, sortOf } from '../../ui/tableSearch.ts';
import { sortRows } from '../../ui/tableSort.ts';
import { matchingRows } from '../../ui/tableText.ts';
import { useDraft } from '../../ui/useDraft.ts';
import { useFailureNotice } from '../../ui/useFailureNotice.ts';
import { columnsFor, PICTURE_HEIGHT, saveImages } from './columns.tsx';
import { asOffered } from './fields.ts';
import { StaticButtons } from './StaticButtons.tsx';
import { StaticForm } from './StaticForm.tsx';
import type { Shown, StaticFields, StaticSearch } from './search.ts';
import { sameFields, searchImages, trimmedFields } from './searchImages.ts';

const route = getRouteApi('/static');
const NO_FIELDS = { brand: undefined, model: undefined, majorMinor: undefined, bodyStyle: undefined };
const WIDTHS = { imageName: '20%', path: '45%' };

export function StaticImages() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { areas, defaultArea } = useSession();
  const notify = useNotify();
  const area = search.area && areas.includes(search.area) ? search.area : defaultArea;
  const { type = 'colors', mode = 'implicit', images = true, shown, text = '', sort = 'path' } = search;
  const { brand, model, majorMinor, bodyStyle } = search;
  const inAddress = useMemo(
    (): StaticFields => ({ brand, model, majorMinor, bodyStyle }),
    [brand, model, majorMinor, bodyStyle],
  );
  const { draft: typed, setDraft: setFields, announce } = useDraft(inAddress, sameFields);
  const change = useCallback(
    (part: Partial<StaticSearch>) =>
      void navigate({ search: (before) => ({ ...before, ...part }), replace: part.shown === undefined }),
    [navigate],
  );
  const changeFields = (next: StaticFields) => {
    setFields(next);
    if (announce(next)) change({ ...NO_FIELDS, ...next });
  };

  // Implicit search answers for every version; explicit search knows the folders alone.
  const criteria = useQuery({
    queryKey: ['versionsCriteria', area, mode],
    queryFn: ({ signal }) =>
      mode === 'explicit' ? api(area).versionsStaticCriteria({ signal }) : api(area).versionsCriteria({ signal }),
  });
  useFailureNotice(criteria.error, (error) => prefixedFailure(PREFIXES.versionCriteria, error));
  const fields = useMemo(() => asOffered(typed, criteria.data, type), [typed, criteria.data, type]);

  const found = useQuery({
    queryKey: ['staticImages', area, shown],
    enabled: shown !== undefined,
    queryFn: ({ signal }) => searchImages(area, shown as Shown, signal),
  });
  useFailureNotice(found.error, (error) =>
    prefixedFailure(shown?.type === 'co2' ? PREFIXES.co2Images : PREFIXES.staticImages, error),
  );

  const submit = async () => {
    if (type === 'dimensions' && !fields.brand?.trim()) return notify('error', notices.brandForDimensions);
    // Who is faster than the criteria gets the same pictures.
    const { data } = criteria.isPending ? await criteria.refetch({ cancelRefetch: false }) : criteria;
    const submitted: Shown = { type, mode, ...asOffered(trimmedFields(fields), data, type) };
    if (JSON.stringify(submitted) === JSON.stringify(shown)) return void found.refetch();
    change({ shown: submitted });
  };

  const columns = columnsFor(images);
  const sorting = useMemo(() => sortingOf(sort), [sort]);
  const rows = shown === undefined || found.isError ? [] : found.data;
  const exportDisabled = rows === undefined ? texts.loading : rows.length === 0 ? texts.noRows : undefined;
  const exportRows = async () => {
    const { id = '', desc = false } = sorting[0] ?? {};
    // What the table shows: its rows in their order.
    try {
      await saveImages(matchingRows(sortRows(rows ?? [], columns, { id, desc }), columns, text, {}));
    } catch (error) {
      notify('error', failureText(widgetTexts.table.exportAction, error));
    }
  };

  return (
    <>
      <ScreenBar title={texts.title} area={area}>
        {/* Another area starts again: an empty form, other criteria, no results. */}
        <AreaSelect
          value={area}
          areas={areas}
          onChange={(next) => {
            changeFields({});
            void navigate({ search: { area: next } });
          }}
        />
      </ScreenBar>
      <Box sx={{ height: 4 }}>{criteria.isFetching && <LoadingBar label={texts.loadingCriteria} />}</Box>
      <StaticForm
        type={type}
        mode={mode}
        images={images}
        fields={fields}
        criteria={criteria.data}
        onChange={change}
        onFields={changeFields}
        onSubmit={() => void submit()}
      >
        <StaticButtons area={area} type={type} fields={fields} exportDisabled={exportDisabled} onExport={exportRows} />
      </StaticForm>
      <DataTable
        key={area}
        label={texts.table}
        rows={rows}
        columns={columns}
        rowId={(image) => image.path}
        rowHeight={images ? PICTURE_HEIGHT + 9 : undefined}
        sorting={sorting}
        onSorting={(next) => change({ sort: sortOf(next) })}
        widths={WIDTHS}
        text={text}
        onText={(next) => change({ text: next || undefined })}
        filterLabel={texts.filter}
        empty={texts.nothingFound(text)}
        noMatch={texts.nothingFound(text)}
      />
    </>
  );
}
