/**
 * `lacquer picture`: fetches a picture from a server into a file or to standard output.
 *
 *   picture
 */
import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { ApiFailure, type Area, PICTURE_FORMATS } from '../../../contract/index.ts';
import { print } from '../output.ts';
import { connect, WrongUsage } from './connection.ts';

export interface PictureOptions {
  view: string;
  area: Area;
  versionId?: string;
  layers?: string;
  options?: string;
  color?: string;
  trim?: string;
  country?: string;
  viewport: 'exterior' | 'interior';
  driver?: 'LHD' | 'RHD';
  size?: string;
  format?: (typeof PICTURE_FORMATS)[number];
  exact?: true;
  output?: string;
  url?: string;
  json?: true;
}

/** `car.jpg` is a JPEG. */
function formatOf({ format, output }: PictureOptions): (typeof PICTURE_FORMATS)[number] {
  if (format !== undefined) return format;
  const ending = extname(output ?? '')
    .slice(1)
    .toLowerCase()
    .replace(/^jpg$/, 'jpeg');
  return PICTURE_FORMATS.find((one) => one === ending) ?? 'png';
}

/** The file is the old one or the whole new one. @throws Error with a sentence */
async function store(file: string, bytes: Uint8Array): Promise<void> {
  const unfinished = `${file}.${randomUUID()}.part`;
  try {
    await writeFile(unfinished, bytes);
    await rename(unfinished, file);
  } catch (error) {
    // The error below says that the folder cannot be written.
    await rm(unfinished, { force: true }).catch(() => {});
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`${file} cannot be written (${code}). The picture was not stored.`);
  }
}

const write = (bytes: Uint8Array): Promise<void> =>
  new Promise((done, fail) => {
    process.stdout.write(bytes, (error) => (error ? fail(error) : done()));
  });

/** @throws WrongUsage for options that cannot go together */
function assertUsable({ versionId, layers, output, json, ...options }: PictureOptions): void {
  if (versionId === undefined && layers === undefined) {
    throw new WrongUsage('Which picture? Pass --version-id with the id of a version, or --layers with names.');
  }
  const chosen = (['options', 'color', 'trim', 'country'] as const).find((name) => options[name] !== undefined);
  if (layers !== undefined && chosen !== undefined) {
    throw new WrongUsage(`--${chosen} chooses layers of a version, and --layers names them. Pass one of them.`);
  }
  if (output !== undefined) return;
  if (json) throw new WrongUsage('With --json, pass --output: standard output has the JSON document.');
  if (process.stdout.isTTY) throw new WrongUsage('This terminal shows no pictures. Pass --output car.png.');
}

/**
 * @returns the exit code
 * @throws NotConnected; ApiFailure when there is no such picture or the token may not see it
 */
export async function picture(set: string, options: PictureOptions, signal: AbortSignal): Promise<number> {
  assertUsable(options);
  const { view, area, versionId, layers, color, trim, country, viewport, driver, size, output } = options;
  const { client, patiently } = await connect(options.url, signal, area);
  const params = { id: set };
  const common = {
    view,
    viewport,
    format: formatOf(options),
    ...(driver !== undefined && { driverType: driver }),
    ...(size !== undefined && { size }),
    ...(options.exact && { scaling: 'exact' as const }),
  };
  const chosen = {
    ...(options.options !== undefined && { options: options.options }),
    ...(color !== undefined && { color }),
    ...(trim !== undefined && { trim }),
    ...(country !== undefined && { country }),
  };
  const { bytes, headers } = await patiently(async (stop) => {
    const answer =
      versionId === undefined
        ? await client.image({ params, query: { ...common, layers: layers ?? '' }, signal: stop })
        : await client.imageFromOptions({ params, query: { ...common, ...chosen, versionId }, signal: stop });
    // An answer that breaks off is asked for again.
    const body = await answer.arrayBuffer().catch((cause: unknown) => {
      stop.throwIfAborted();
      throw new ApiFailure(0, 'The answer broke off.', undefined, cause);
    });
    return { bytes: new Uint8Array(body), headers: answer.headers };
  });
  const namesIn = (header: string) =>
    (headers.get(header) ?? '').split(',').flatMap((name) => (name === '' ? [] : [decodeURIComponent(name.trim())]));
  const [missing, dropped] = [namesIn('x-lacquer-missing'), namesIn('x-lacquer-dropped')];
  if (missing.length > 0) console.error(`Painted without layers that the set lacks: ${missing.join(', ')}`);
  if (dropped.length > 0) console.error(`Options without effect: ${dropped.join(', ')}`);
  if (output === undefined) await write(bytes);
  else {
    await store(resolve(output), bytes);
    const document = {
      file: resolve(output),
      bytes: bytes.length,
      type: headers.get('content-type'),
      missing,
      dropped,
    };
    print(options, document, []);
  }
  return 0;
}
