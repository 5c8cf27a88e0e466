/** Uploads XML files to an area: names are checked, progress is shown, problems have line and reason. */
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useEffect, useMemo, useState } from 'react';
import type { Area } from '../../../contract/index.ts';
import { isUnderWay } from '../../api/uploadEntry.ts';
import { uploads as allUploads } from '../../api/uploads.ts';
import { configTexts as texts } from '../../texts/globalConfigs.ts';
import { UploadPicker } from '../../ui/UploadPicker.tsx';
import { useUploads } from '../../ui/useUploads.ts';
import { ConfirmProdUpload, type CurrentFiles } from './ConfirmProdUpload.tsx';
import { configUploads } from './configUploads.ts';

export function ConfigUpload({ area, current }: { area: Area; current: CurrentFiles }) {
  const [confirming, setConfirming] = useState(false);
  const kind = useMemo(() => configUploads(area), [area]);
  const uploads = useUploads(kind);
  // Files are chosen for one area: in another area, or on another screen, none of them can be sent by mistake.
  useEffect(() => () => allUploads.forget(kind.id), [kind.id]);
  return (
    <Paper variant="outlined" component="section" sx={{ m: 2, p: 2 }}>
      <Typography component="h2" variant="h2" gutterBottom>
        {texts.select}
      </Typography>
      <UploadPicker
        uploads={uploads}
        accept=".xml,application/xml,text/xml"
        label={texts.files}
        {...(area === 'prod' && { onUpload: () => setConfirming(true) })}
      />
      {confirming && (
        <ConfirmProdUpload
          files={uploads.entries.filter((entry) => !isUnderWay(entry)).map(({ file }) => file)}
          current={current}
          onConfirm={() => {
            setConfirming(false);
            uploads.start();
          }}
          onClose={() => setConfirming(false)}
        />
      )}
    </Paper>
  );
}
