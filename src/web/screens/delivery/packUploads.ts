/** Uploading delivery packs: which names are valid, and how files are sent. */
import { urlOf } from '../../../contract/index.ts';
import { parsePackName } from '../../../engine/packNames.ts';
import { ConnectionLost, uploadFile } from '../../api/upload.ts';
import type { UploadKind } from '../../api/uploadEntry.ts';
import { wire } from '../../api/wire.ts';
import { addressOf } from '../../app/environment.ts';
import { loadFile } from '../../app/lazyFile.ts';
import { uploadTexts as texts } from '../../texts/upload.ts';

/**
 * A browser opens six connections to a host. More uploads would wait in its queue until they time out, and the screens need
 * connections as well.
 */
const CONCURRENCY = 3;
/** larger files are sent in parts */
const SINGLE_REQUEST_BYTES = 100 * 1024 ** 2;

/** Sends large files in parts, which survive a lost connection; smaller ones in one request, and in parts when that fails. */
const send: UploadKind['send'] = async (file, onProgress, signal) => {
  const inParts = async () =>
    (await loadFile(() => import('../../api/resumable.ts'))).uploadResumable(file, onProgress, signal);
  if (file.size > SINGLE_REQUEST_BYTES) return inParts();
  try {
    return await uploadFile(urlOf(wire.uploadPack, {}, addressOf()), file, onProgress, signal);
  } catch (error) {
    if (error instanceof ConnectionLost) return inParts();
    throw error;
  }
};

export const PACK_UPLOADS: UploadKind = {
  id: 'packs',
  title: texts.packs,
  address: '/upload',
  invalidates: [['packs']],
  concurrency: CONCURRENCY,
  isReadLater: true,
  noticeGroup: 'received',
  problemsAddress: (fileName) => `/upload?problems=${encodeURIComponent(fileName)}`,
  check: (fileName) => {
    const name = parsePackName(fileName);
    return 'error' in name ? name.error : undefined;
  },
  send,
};
