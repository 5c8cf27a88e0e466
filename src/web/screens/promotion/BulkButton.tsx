/** The progress of the running promotion of many, as a button that shows all of them; its space is always reserved. */
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import { NARROW } from '../../app/theme.ts';
import { bulkTexts as texts } from '../../texts/bulkPromotion.ts';
import { endedOf, isUnderWay, RECENT, useRecentBulk } from './bulk.ts';

/** fits the longest of its labels */
const WIDTH = 212;

export function BulkButton({ onShow }: { onShow: (promotion: string) => void }) {
  const { data } = useRecentBulk();
  const underWay = data?.filter(isUnderWay) ?? [];
  const [first] = underWay;
  const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
  return (
    <Button
      size="medium"
      onClick={() => onShow(underWay.length === 1 && first ? first.jobId : RECENT)}
      startIcon={first && <CircularProgress size={14} />}
      sx={{ minWidth: WIDTH, [NARROW]: { minWidth: 0 } }}
    >
      {first ? texts.running(sum(underWay.map(endedOf)), sum(underWay.map(({ total }) => total))) : texts.recent}
    </Button>
  );
}
