/** Uploading, listing and bringing back the global configuration files of an area. */
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
import { changeConfig, configVersion, configVersions } from './configHistory.ts';

/** The file as it is stored, in UTF-8: a declaration of another encoding would be untrue. */
function storedText(bytes: Uint8Array): string {
  const text = decodeXml(bytes);
  const declared = encodingOf(text);
  return declared ? `${text.slice(0, declared.from)}UTF-8${text.slice(declared.to)}` : text;
}

export function globalConfigHandlers({
  database,
  xmlFiles,
}: {
  database: Database;
  xmlFiles: XmlFiles;
}): Handlers<typeof globalConfigRoutes> {
  /** @throws ApiError 422 with every problem of the file */
  async function refuseProblems(fileName: string, kind: GlobalConfigKind, bytes: Buffer): Promise<void> {
    const { problems, unlisted } = await xmlFiles.configProblems(kind, bytes).catch((error: unknown) => {
      if (!(error instanceof XmlTooCostly)) throw error;
      return { problems: [{ line: 1, column: 1, reason: error.message }], unlisted: 0 };
    });
    if (problems.length === 0) return;
    const [first] = problems;
    const more = unlisted === 0 ? '' : ` (one of ${problems.length + unlisted} problems)`;
    throw unprocessable(
      'config-does-not-hold',
      `${fileName} does not hold and was not stored: line ${first?.line}, column ${first?.column}: ${first?.reason}${more}`,
      { details: problems.map((problem) => ({ entry: fileName, ...problem })) },
    );
  }

  async function versionOf(area: Area, entry: number) {
    const version = await configVersion(database, area, entry);
    if (!version)
      throw notFound(
        'unknown-version',
        `${AREA_NAMES[area]} has no version ${entry} of a configuration file any more.`,
      );
    return version;
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
      await refuseProblems(fileName, name.kind, bytes);
      const message = `${fileName} is in force in ${AREA_NAMES[mount.area]}.`;
      await database.transaction(async (trx) => {
        const content = { kind: name.kind, text: storedText(bytes) };
        const who = caller.username;
        await changeConfig(trx, { area: mount.area, fileName, what: 'upload', content, who });
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

    globalConfigHistory: ({ mount, query }) => configVersions(database, mount.area, query.fileName),

    globalConfigVersion: async ({ mount, query: { entry } }) => versionOf(mount.area, entry),

    restoreGlobalConfig: async ({ mount: { area }, body: { entry, seen }, caller }) => {
      const { fileName, content } = await versionOf(area, entry);
      const name = parseGlobalConfigName(fileName);
      if ('error' in name) throw badRequest('config-name', name.error);
      // What was right once may break a rule that is younger.
      if (content !== null) await refuseProblems(fileName, name.kind, Buffer.from(content));
      const message =
        content === null
          ? `${fileName} is no longer in force in ${AREA_NAMES[area]}.`
          : `${fileName} is in force in ${AREA_NAMES[area]} again, as it was before.`;
      await database.transaction(async (trx) => {
        const who = caller.username;
        const restored = content === null ? null : { kind: name.kind, text: content };
        await changeConfig(trx, { area, fileName, what: 'restore', content: restored, who, seen });
        await write(trx, { status: 'WARN', context: 'global-configs', message, who });
      });
      return { message };
    },
  };
}
