/** What the form of the static test can do: submit, print as PDF, export. A disabled button says why. */
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import { useState } from 'react';
import type { Area } from '../../../contract/index.ts';
import type { OptionType } from '../../../engine/optionTypes.ts';
import { api } from '../../api/api.ts';
import { notices, PREFIXES } from '../../texts/notices.ts';
import { staticTexts as texts } from '../../texts/staticImages.ts';
import { prefixedFailure } from '../../ui/failure.ts';
import { useNotify } from '../../ui/Notices.tsx';
import { saveAnswer } from '../../ui/save.ts';
import { WithReason } from '../../ui/WithReason.tsx';
import { FIELDS, type Field, lengthError } from './fields.ts';
import type { StaticFields } from './search.ts';
import { trimmedFields, typeName } from './searchImages.ts';

/** pixels (section 2.5) */
const SPINNER = 20;

const PRINTED_FIELDS: readonly Field[] = ['brand', 'model'];

export function StaticButtons({
  area,
  type,
  fields,
  exportDisabled,
  onExport,
}: {
  area: Area;
  type: OptionType;
  fields: StaticFields;
  /** why nothing can be exported; undefined: it can */
  exportDisabled: string | undefined;
  onExport: () => Promise<void>;
}) {
  const notify = useNotify();
  const invalid = FIELDS.filter(({ name }) => lengthError(name, fields[name]?.trim()) !== undefined);
  const correctFirst = (wrong: typeof invalid) =>
    wrong.length > 0 ? texts.correctFirst(wrong.map(({ label }) => label)) : undefined;
  const submitDisabled = correctFirst(invalid);
  return (
    <>
      <WithReason reason={submitDisabled}>
        <Button type="submit" variant="contained" size="medium" disabled={submitDisabled !== undefined}>
          {texts.submit}
        </Button>
      </WithReason>
      <PdfButton
        area={area}
        type={type}
        fields={fields}
        // The PDF of features is about a brand and a model; the others are about the whole type.
        disabledReason={
          type === 'features' ? correctFirst(invalid.filter(({ name }) => PRINTED_FIELDS.includes(name))) : undefined
        }
      />
      <WithReason reason={exportDisabled}>
        <Button
          variant="outlined"
          size="medium"
          disabled={exportDisabled !== undefined}
          onClick={() => void onExport().catch((error: Error) => notify('error', texts.exportFailed(error.message)))}
        >
          {texts.exportToExcel}
        </Button>
      </WithReason>
    </>
  );
}

/** Dimensions have no PDF, but one that is under way stays so while another type is chosen. */
function PdfButton({
  area,
  type,
  fields,
  disabledReason,
}: {
  area: Area;
  type: OptionType;
  fields: StaticFields;
  disabledReason: string | undefined;
}) {
  const notify = useNotify();
  const [printing, setPrinting] = useState(false);
  if (type === 'dimensions') return null;
  const print = async () => {
    const { brand, model } = trimmedFields(fields);
    const features = type === 'features';
    if (features && (!brand || !model)) return notify('error', notices.brandAndModel);
    setPrinting(true);
    try {
      const calls = api(area);
      const answer = features
        ? await calls.featuresPdf({ query: { brand, model } })
        : await calls.pdf({ params: { type } });
      await saveAnswer(answer, `${typeName(type)}.pdf`);
    } catch (error) {
      notify('error', prefixedFailure(features ? PREFIXES.featuresPdf : PREFIXES.pdf, error));
    } finally {
      setPrinting(false);
    }
  };
  const reason = printing ? texts.pdfUnderWay : disabledReason;
  return (
    <WithReason reason={reason}>
      <Button
        variant="outlined"
        size="medium"
        disabled={reason !== undefined}
        startIcon={printing ? <CircularProgress size={SPINNER} aria-label={texts.creatingPdf} /> : undefined}
        onClick={() => void print()}
      >
        {texts.pdf}
      </Button>
    </WithReason>
  );
}
