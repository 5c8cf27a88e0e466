/** The calls that upload, list and restore the global configuration files of an area. */
import { buffer } from 'node:stream/consumers';
import type { globalConfigRoutes } from '../../contract/globalConfigs.ts';
import { AREA_NAMES, type Area } from '../../contract/index.ts';
import { type GlobalConfigKind, parseGlobalConfigName } from '../../engine/packNames.ts';
import type { Handlers } from '../handlers.ts';
import { write } from '../journal/journal.ts';
import { formatBytes } from '../platform/bytes.ts';
import { badRequest, notFound, tooLarge, unprocessable } from '../platform/http/errors.ts';
import { fileOf } from '../platform/http/multipart.ts';
import { decodeXml } from '../platform/xml/decode.ts';
import { encodingOf } from '../platform/xml/markup.ts';
import type { Database } from '../schema.ts';
import { XML_BYTES } from '../xmlFiles/formats.ts';
import { type XmlFiles, XmlTooCostly } from '../xmlFiles/xmlFiles.ts';
import { changeConfig, listConfigHistory, readConfigHistory } from './configHistory.ts';

/** Files are stored in UTF-8, so the XML declaration must say so, too. */
function storedText(bytes: Uint8Array): string {
  const text = decodeXml(bytes);
  const encoding = encodingOf(text);
  return encoding ? `${text.slice(0, encoding.from)}UTF-8${text.slice(encoding.to)}` : text;
}

export function globalConfigHandlers({
  database,
  xmlFiles,
}: {
  database: Database;
  xmlFiles: XmlFiles;
}): Handlers<typeof globalConfigRoutes> {
  /** @throws ApiError 422 with every problem of the file */
  async function assertValid(fileName: string, kind: GlobalConfigKind, bytes: Buffer): Promise<void> {
    const { problems, unlisted } = await xmlFiles.configProblems(kind, bytes).catch((error: unknown) => {
      if (!(error instanceof XmlTooCostly)) throw error;
      return { problems: [{ line: 1, column: 1, reason: error.message }], unlisted: 0 };
    });
    if (problems.length === 0) return;
    const [first] = problems;
    const more = unlisted === 0 ? '' : ` (one of ${problems.length + unlisted} problems)`;
    throw unprocessable(
      'config-invalid',
      `${fileName} is invalid; nothing was saved: line ${first?.line}, column ${first?.column}: ${first?.reason}${more}`,
      { details: problems.map((problem) => ({ entry: fileName, ...problem })) },
    );
  }

  /** @throws ApiError 404 */
  async function entryOf(area: Area, entry: number) {
    const found = await readConfigHistory(database, area, entry);
    if (found) return found;
    throw notFound('unknown-entry', `The history of the configuration of ${AREA_NAMES[area]} has no entry ${entry}.`);
  }

  return {
    uploadGlobalConfig: async ({ mount, caller, request }) => {
      const { fileName, stream, truncated, failure } = await fileOf(request, 'the XML file', XML_BYTES);
      const name = parseGlobalConfigName(fileName);
      if ('error' in name) throw badRequest('config-name', name.error);
      const bytes = await buffer(stream).catch((error: unknown) => {
        throw failure(error);
      });
      if (truncated())
        throw tooLarge('config-too-large', `A configuration file has at most ${formatBytes(XML_BYTES)}.`);
      await assertValid(fileName, name.kind, bytes);
      const message = `${fileName} is active in ${AREA_NAMES[mount.area]}.`;
      await database.transaction(async (trx) => {
        const content = { kind: name.kind, text: storedText(bytes) };
        const who = caller.username;
        await changeConfig(trx, { area: mount.area, fileName, action: 'upload', content, who });
        await write(trx, { status: 'INFO', context: 'global-configs', message, who });
      });
      return { message };
    },

    globalConfigs: async ({ mount }) => {
      const rows = await database.read
        .selectFrom('globalConfigs')
        .select(['fileName', 'content'])
        .where('area', '=', mount.area)
        .execute();
      return rows.sort((a, b) => (a.fileName < b.fileName ? -1 : 1));
    },

    globalConfigHistory: ({ mount, query }) => listConfigHistory(database, mount.area, query.fileName),

    globalConfigHistoryContent: async ({ mount, query: { entry } }) => entryOf(mount.area, entry),

    restoreGlobalConfig: async ({ mount: { area }, body: { entry, newestSeen }, caller }) => {
      const { fileName, content } = await entryOf(area, entry);
      const name = parseGlobalConfigName(fileName);
      if ('error' in name) throw badRequest('config-name', name.error);
      // The file may violate a rule that was added after it.
      if (content !== null) await assertValid(fileName, name.kind, Buffer.from(content));
      const message =
        content === null
          ? `${fileName} is no longer active in ${AREA_NAMES[area]}.`
          : `${fileName} is active in ${AREA_NAMES[area]} again, as it was before.`;
      await database.transaction(async (trx) => {
        const who = caller.username;
        const restored = content === null ? null : { kind: name.kind, text: content };
        await changeConfig(trx, { area, fileName, action: 'restore', content: restored, who, newestSeen });
        await write(trx, { status: 'WARN', context: 'global-configs', message, who });
      });
      return { message };
    },
  };
}
