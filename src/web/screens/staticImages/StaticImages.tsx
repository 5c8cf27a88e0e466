/** Test Static Images (/static, T 2.5 and 4.3): search the static pictures of an area, see them, print and export them. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import LinearProgress from '@mui/material/LinearProgress';
import Link from '@mui/material/Link';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { AREAS, type Area, type StaticImageInfo } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { withSession } from '../../api/otherHost.ts';
import { addressOf } from '../../app/environment.ts';
import { useSession } from '../../app/session.tsx';
import { checkerboard } from '../../app/theme.ts';
import { AreaSelect } from '../../areas/AreaSelect.tsx';
import { ScreenBar } from '../../areas/ScreenBar.tsx';
import { notices, PREFIXES } from '../../texts/notices.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { prefixedFailure } from '../../ui/failure.ts';
import { useNotify } from '../../ui/Notices.tsx';
import { saveAnswer } from '../../ui/save.ts';
import type { Column } from '../../ui/tableColumns.ts';
import { sortingOf, sortOf } from '../../ui/tableSearch.ts';
import { sorted } from '../../ui/tableSort.ts';
import { matching } from '../../ui/tableText.ts';
import { useDraft } from '../../ui/useDraft.ts';
import { WithReason } from '../../ui/WithReason.tsx';
import { FIELDS, lengthError } from './fields.ts';
import { StaticForm, TYPE_NAMES } from './StaticForm.tsx';
import type { Shown, StaticFields, StaticSearch } from './search.ts';
import { secureUrl } from './secureUrl.ts';

const route = getRouteApi('/static');
const THUMB = 64;
const SPINNER = 20;
const CHECKER = checkerboard(12);
const WIDTHS = { imageName: '20%', path: '45%' };

/** The pictures that a submitted form asks for. */
function load(area: Area, { type, mode, ...fields }: Shown, signal: AbortSignal): Promise<StaticImageInfo[]> {
  const explicit = mode === 'explicit' ? 'true' : 'false';
  if (type === 'co2') return api(area).co2ClassImages({ query: { explicit }, signal });
  const { brand, model, majorMinor = '', bodyStyle } = fields;
  return api(area).imageInfo({
    params: { optionType: TYPE_NAMES[type] },
    query: {
      familyCode: model,
      bodyStyle,
      brand,
      majorIndicator: majorMinor[0],
      minorIndicator: majorMinor[1],
      explicit,
    },
    signal,
  });
}

/** Blanks at the end are typed before the next word; in the address there are none. */
const sameFields = (a: StaticFields, b: StaticFields): boolean =>
  FIELDS.every(({ name }) => (a[name] ?? '').trim() === (b[name] ?? '').trim());
const trimmedFields = (fields: StaticFields): StaticFields =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, text?.trim() || undefined]));
const listed = (fields: readonly { label: string }[]): string => fields.map(({ label }) => label).join(' and ');

const linkOf = (image: StaticImageInfo): string => secureUrl(image.url, window.location, AREAS.map(addressOf));

const COLUMNS: Column<StaticImageInfo>[] = [
  { accessorKey: 'imageName', header: 'Image Name', sortFn: 'basic' },
  {
    accessorKey: 'path',
    header: 'Directory / Link',
    sortFn: 'basic',
    cell: ({ row }) => (
      <Link href={linkOf(row.original)} target="_blank" rel="noreferrer">
        {row.original.path}
      </Link>
    ),
  },
];
const PICTURE: Column<StaticImageInfo> = {
  id: 'picture',
  header: 'Image',
  enableSorting: false,
  cell: ({ row }) => (
    <a href={linkOf(row.original)} target="_blank" rel="noreferrer">
      <Box
        component="img"
        loading="lazy"
        {...withSession(linkOf(row.original))}
        src={`${linkOf(row.original)}?size=thumb`}
        alt={row.original.imageName}
        sx={{ display: 'block', height: THUMB, width: 96, objectFit: 'contain', background: CHECKER }}
      />
    </a>
  ),
};

export function StaticImages() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { areas, defaultArea } = useSession();
  const notify = useNotify();
  const area = search.area && areas.includes(search.area) ? search.area : defaultArea;
  const { type = 'colors', mode = 'implicit', shown, text = '', sort = 'path' } = search;
  const images = search.images ?? true;
  const inAddress = useMemo(
    (): StaticFields => ({
      brand: search.brand,
      model: search.model,
      majorMinor: search.majorMinor,
      bodyStyle: search.bodyStyle,
    }),
    [search.brand, search.model, search.majorMinor, search.bodyStyle],
  );
  const { draft: fields, setDraft: setFields, announce } = useDraft(inAddress, sameFields);
  const change = useCallback(
    (part: Partial<StaticSearch>) =>
      void navigate({ search: (before) => ({ ...before, ...part }), replace: part.shown === undefined }),
    [navigate],
  );
  const changeFields = (next: StaticFields) => {
    setFields(next);
    if (announce(next)) change(next);
  };
  const tell = useCallback(
    (prefix: string, error: unknown) => notify('error', prefixedFailure(prefix, error)),
    [notify],
  );

  // Implicit search answers for every version; explicit search knows the folders alone.
  const criteria = useQuery({
    queryKey: ['versionsCriteria', area, mode],
    queryFn: ({ signal }) =>
      mode === 'explicit' ? api(area).versionsStaticCriteria({ signal }) : api(area).versionsCriteria({ signal }),
  });
  useEffect(() => {
    if (criteria.error) tell(PREFIXES.versionCriteria, criteria.error);
  }, [criteria.error, tell]);

  const found = useQuery({
    queryKey: ['staticImages', area, shown],
    enabled: shown !== undefined,
    queryFn: ({ signal }) => load(area, shown as Shown, signal),
  });
  useEffect(() => {
    if (found.error) tell(shown?.type === 'co2' ? PREFIXES.co2Images : PREFIXES.staticImages, found.error);
  }, [found.error, shown?.type, tell]);

  const submit = () => {
    if (type === 'dimensions' && !fields.brand?.trim()) return notify('error', notices.brandForDimensions);
    const asked: Shown = { type, mode, ...trimmedFields(fields) };
    if (JSON.stringify(asked) === JSON.stringify(shown)) return void found.refetch();
    change({ shown: asked });
  };
  const invalid = FIELDS.filter(({ name }) => lengthError(name, fields[name]?.trim()) !== undefined);
  // The PDF of features is of a brand and a model; the others are of the whole type.
  const wrongForPdf = type === 'features' ? invalid.filter(({ name }) => name === 'brand' || name === 'model') : [];

  const [printing, setPrinting] = useState(false);
  const print = async () => {
    const { brand, model } = trimmedFields(fields);
    if (type === 'features' && (!brand || !model)) {
      return notify('error', notices.brandAndModel);
    }
    setPrinting(true);
    try {
      const answer =
        type === 'features'
          ? await api(area).featuresPdf({ query: { brand, model } })
          : await api(area).pdf({ params: { type } });
      await saveAnswer(answer, `${TYPE_NAMES[type]}.pdf`);
    } catch (error) {
      tell(type === 'features' ? PREFIXES.featuresPdf : PREFIXES.pdf, error);
    } finally {
      setPrinting(false);
    }
  };

  const columns = useMemo(() => (images ? [...COLUMNS, PICTURE] : COLUMNS), [images]);
  const sorting = useMemo(() => sortingOf(sort), [sort]);
  const rows = shown === undefined || found.isError ? [] : found.data;
  const nothingToExport =
    rows === undefined
      ? 'Loading …'
      : rows.length === 0
        ? 'There are no rows to export. Submit a search first.'
        : undefined;
  const exportRows = async () => {
    const { id = '', desc = false } = sorting[0] ?? {};
    // The table as it stands: its rows in their order.
    const inTable = matching(sorted(rows ?? [], columns, { id, desc }), columns, text, {});
    const { saveSheet } = await import('../../ui/excel.ts');
    await saveSheet(
      'TestStaticImagesV2',
      [
        { header: 'Image Name', width: 30 },
        { header: 'Directory / Link', width: 60 },
        { header: 'Image', width: 60, hidden: true },
      ],
      inTable.map((image) => [image.imageName, { text: image.path, hyperlink: linkOf(image) }, linkOf(image)]),
    );
  };
  const nothing = `No data retrieved or no data matching the filter "${text}"`;

  return (
    <>
      <ScreenBar title="Test Static Images" area={area}>
        {/* Another area: the form as at first, other criteria, no results. */}
        <AreaSelect value={area} areas={areas} onChange={(next) => void navigate({ search: { area: next } })} />
      </ScreenBar>
      <Box sx={{ height: 4 }}>
        {criteria.isFetching && <LinearProgress aria-label="Loading the version criteria" />}
      </Box>
      <StaticForm
        type={type}
        mode={mode}
        images={images}
        fields={fields}
        criteria={criteria.data}
        onChange={change}
        onFields={changeFields}
        onSubmit={submit}
      >
        <WithReason reason={invalid.length > 0 ? `Correct ${listed(invalid)} first.` : undefined}>
          <Button type="submit" variant="contained" size="medium" disabled={invalid.length > 0}>
            Submit
          </Button>
        </WithReason>
        {type !== 'dimensions' && (
          <WithReason
            reason={
              printing
                ? 'The PDF is being made.'
                : wrongForPdf.length > 0
                  ? `Correct ${listed(wrongForPdf)} first.`
                  : undefined
            }
          >
            <Button
              variant="outlined"
              size="medium"
              disabled={printing || wrongForPdf.length > 0}
              startIcon={printing ? <CircularProgress size={SPINNER} aria-label="Making the PDF" /> : undefined}
              onClick={() => void print()}
            >
              PDF
            </Button>
          </WithReason>
        )}
        <WithReason reason={nothingToExport}>
          <Button
            variant="outlined"
            size="medium"
            disabled={nothingToExport !== undefined}
            onClick={() =>
              void exportRows().catch((error: Error) => notify('error', `Could not export: ${error.message}`))
            }
          >
            Export to Excel
          </Button>
        </WithReason>
      </StaticForm>
      <DataTable
        label="Static images"
        rows={rows}
        columns={columns}
        rowId={(image) => image.path}
        rowHeight={images ? THUMB + 9 : undefined}
        sorting={sorting}
        onSorting={(next) => change({ sort: sortOf(next) })}
        widths={WIDTHS}
        text={text}
        onText={(next) => change({ text: next || undefined })}
        filterLabel="Enter here text from any column"
        empty={nothing}
        noMatch={nothing}
      />
    </>
  );
}
