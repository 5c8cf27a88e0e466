/** Uploading and listing the global configuration files of an area. */
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { globalConfigRoutes } from '../../contract/globalConfigs.ts';
import { parseGlobalConfigName } from '../../engine/packNames.ts';
import { write } from '../journal/journal.ts';
import { databaseNow } from '../platform/database/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { badRequest, tooLarge, unprocessable } from '../platform/http/errors.ts';
import { fileOf } from '../platform/http/multipart.ts';
import { decodeXml } from '../platform/xml/decode.ts';
import { encodingOf } from '../platform/xml/markup.ts';
import type { Serves } from '../serves.ts';
import { XML_BYTES } from '../xmlFiles/formats.ts';
import { type XmlFiles, XmlTooCostly } from '../xmlFiles/xmlFiles.ts';
import { bumpGeneration } from './areaGeneration.ts';

/** The file as it is stored, in UTF-8: a declaration of another encoding would be untrue. */
function storedText(bytes: Uint8Array): string {
  const text = decodeXml(bytes);
  const declared = encodingOf(text);
  return declared ? `${text.slice(0, declared.from)}UTF-8${text.slice(declared.to)}` : text;
}

export const globalConfigHandlers = ({
  database,
  xmlFiles,
}: {
  database: Database;
  xmlFiles: XmlFiles;
}): Serves<typeof globalConfigRoutes> => ({
  uploadGlobalConfig: async ({ place, caller, request }) => {
    const { fileName, stream, truncated, failure } = await fileOf(request, 'the XML file', XML_BYTES);
    const name = parseGlobalConfigName(fileName);
    if ('error' in name) throw badRequest('config-name', name.error);
    const bytes = await buffer(stream).catch((error: unknown) => {
      throw failure(error);
    });
    if (truncated()) throw tooLarge('config-too-large', `A configuration file has at most ${XML_BYTES} bytes.`);
    const { problems } = await xmlFiles.readConfig(name.kind, bytes).catch((error: unknown) => {
      if (!(error instanceof XmlTooCostly)) throw error;
      return { problems: [{ line: 1, column: 1, reason: error.message }] };
    });
    if (problems.length > 0) {
      const [first] = problems;
      throw unprocessable(
        'config-does-not-hold',
        `${fileName} does not hold and was not stored: line ${first?.line}, column ${first?.column}: ${first?.reason}`,
        { details: problems.map((problem) => ({ entry: fileName, ...problem })) },
      );
    }
    const content = storedText(bytes);
    const values = {
      kind: name.kind,
      content,
      sha256: createHash('sha256').update(content).digest('hex'),
      uploadedBy: caller.username,
      uploadedAt: databaseNow(database.read),
    };
    await database.transaction(async (trx) => {
      await trx
        .insertInto('globalConfigs')
        .values({ area: place.area, fileName, ...values })
        .onConflict((conflict) => conflict.columns(['area', 'fileName']).doUpdateSet(values))
        .execute();
      await bumpGeneration(trx, place.area);
      await write(trx, {
        status: 'INFO',
        context: 'global-configs',
        message: `${fileName} is in force in ${place.area}.`,
        who: caller.username,
      });
    });
    return { message: `${fileName} is in force in ${place.area}.` };
  },

  globalConfigs: async ({ place }) => {
    const rows = await database.read
      .selectFrom('globalConfigs')
      .select(['fileName', 'content'])
      .where('area', '=', place.area)
      .execute();
    return rows.sort((a, b) => (a.fileName < b.fileName ? -1 : 1));
  },
});
