/**
 * Uploading the configuration files of an area.
 *
 *   configUploads
 */
import { ApiFailure, AREA_NAMES, type Area, type Problem, urlOf } from '../../../contract/index.ts';
import { parseGlobalConfigName } from '../../../engine/packNames.ts';
import { uploadFile } from '../../api/upload.ts';
import type { UploadKind } from '../../api/uploadEntry.ts';
import { wire } from '../../api/wire.ts';
import { addressOf } from '../../app/environment.ts';
import { configTexts as texts } from '../../texts/globalConfigs.ts';

/** The problems of a refused file, one per line, without the first one, which is in the message. */
const detailsOf = (error: unknown): string => {
  const body = error instanceof ApiFailure ? (error.body as { details?: Problem[] } | undefined) : undefined;
  const lines = (body?.details ?? []).slice(1).map((p) => texts.problem(p.line ?? 1, p.column ?? 1, p.reason));
  return lines.length === 0 ? '' : `\n${lines.join('\n')}`;
};

/** The configuration changes what every other screen shows, so an upload invalidates all queries. */
export const configUploads = (area: Area): UploadKind => ({
  id: `configs ${area}`,
  title: texts.uploadsOf(AREA_NAMES[area]),
  address: `/admin/manage-global-configs?area=${area}`,
  concurrency: 1,
  isReadLater: false,
  noticeGroup: 'configs',
  check: (fileName) => {
    const name = parseGlobalConfigName(fileName);
    return 'error' in name ? name.error : undefined;
  },
  send: (file, onProgress, signal) =>
    uploadFile(urlOf(wire.uploadGlobalConfig, {}, addressOf(area)), file, onProgress, signal),
  detailsOf,
});
