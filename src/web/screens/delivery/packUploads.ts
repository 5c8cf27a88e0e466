/** Uploading delivery packs: which names fit, and how they are sent. */
import { urlOf } from '../../../contract/index.ts';
import { parsePackName } from '../../../engine/packNames.ts';
import { ConnectionBroke, uploadFile } from '../../api/upload.ts';
import type { UploadKind } from '../../api/uploads.ts';
import { wire } from '../../api/wire.ts';
import { addressOf } from '../../app/environment.ts';

/**
 * A browser opens six connections to a host and queues the rest, whose time without progress would run out while they
 * wait; and screens need a connection, too.
 */
const AT_ONCE = 3;
/** larger files are sent in parts */
const AT_ONCE_BYTES = 100 * 1024 ** 2;

/** Large files in parts that survive a broken connection; smaller ones at once, and in parts when the connection broke. */
const send: UploadKind['send'] = async (file, onProgress, signal) => {
  const inParts = async () => (await import('../../api/resumable.ts')).uploadResumable(file, onProgress, signal);
  if (file.size > AT_ONCE_BYTES) return inParts();
  try {
    return await uploadFile(urlOf(wire.uploadPack, {}, addressOf()), file, onProgress, signal);
  } catch (error) {
    if (error instanceof ConnectionBroke) return inParts();
    throw error;
  }
};

export const PACK_UPLOADS: UploadKind = {
  id: 'packs',
  title: 'Delivery packs',
  address: '/upload',
  outdates: [['packs']],
  atOnce: AT_ONCE,
  check: (fileName) => {
    const name = parsePackName(fileName);
    return 'error' in name ? name.error : undefined;
  },
  send,
};
