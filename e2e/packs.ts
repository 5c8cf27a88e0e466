/**
 * Small packs for the browser tests: one set with two families, two exterior angles, one interior angle.
 *
 *   DIS_ID, metaPack, exteriorPack, interiorPack, brokenMetaPack
 *   zip, picture           for a test's own packs
 */
import sharp from 'sharp';
import { ZipFile } from 'yazl';

const MODEL = '1PP2A5';
export const DIS_ID = `${MODEL}xxxxxxxxxx`;
const SIZE = { width: 320, height: 180 };

export async function zip(files: Record<string, Buffer | string>): Promise<Buffer> {
  const out = new ZipFile();
  for (const [name, content] of Object.entries(files)) out.addBuffer(Buffer.from(content), name);
  out.end();
  const chunks: Buffer[] = [];
  for await (const chunk of out.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** a box of one colour on a transparent canvas */
const box = (colour: string, left: number) =>
  sharp({ create: { ...SIZE, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite([{ input: { create: { width: 80, height: 80, channels: 4, background: colour } }, left, top: 40 }])
    .png()
    .toBuffer();

const LONG = 'A very long description of the white body '.repeat(3);
const META = {
  'asset-profile.xml': `<assetProfile>
    <viewport name="exterior"><angle name="001"/><angle name="002"/>
      <resolution name="HD" width="320" height="180"/><resolution name="thumb" width="160" height="90" angles="001"/></viewport>
    <viewport name="interior"><angle name="i01"/><resolution name="HD" width="320" height="180"/></viewport>
  </assetProfile>`,
  'versions.xml': `<versions>
    <version id="1PP2A5QESFB0A0F4" label="e-208 GT 156"/><version id="1PP2A5LDKPB0A0B0" label="208 Like"/></versions>`,
  'features.xml': `<features><category name="Exterior">
    <family id="0M" label="Colour"><feature id="0MM00N9V" label="Perla Nera"/><feature id="0MP00NWP" label="Banquise white"/></family>
    <family id="ZH" label="Wheels"><feature id="ZHYK" label="17 inch"/></family></category>
    <standards><standard feature="0MM00N9V"/></standards></features>`,
  'layers-ext.xml': `<layers>
    <family name="body"><layer name="body_black" z="10" description="Perla Nera"/><layer name="body_white" z="10" description="${LONG}"/></family>
    <family name="wheels"><layer name="wheels_16" z="40"/><layer name="wheels_17" z="40"/></family></layers>`,
  'rules-ext.xml': `<rules>
    <family name="body"><rule layer="body_black" when="0MM00N9V"/><rule layer="body_white"/></family>
    <family name="wheels"><rule layer="wheels_17" when="ZHYK"/><rule layer="wheels_16"/></family></rules>`,
  'layers-int.xml': '<layers><family name="dash"><layer name="dash" z="1"/></family></layers>',
  'rules-int.xml': '<rules><family name="dash"><rule layer="dash"/></family></rules>',
};

/** @param model of the set and its versions, for a test that needs a set of its own */
export const metaPack = (model = MODEL) =>
  zip(
    Object.fromEntries(
      Object.entries(META).map(([name, xml]) => [`${model}xxxxxxxxxx/${name}`, xml.replaceAll(MODEL, model)]),
    ),
  );

export const brokenMetaPack = () =>
  zip({
    [`${DIS_ID}/versions.xml`]: '<versions>\n<version id="2XX2A5QESFB0A0F4" label="not ours"/>\n</versions>',
    [`${DIS_ID}/readme.txt`]: 'hello',
  });

export async function exteriorPack(): Promise<Buffer> {
  const [black, white, small, large] = await Promise.all([
    box('#202020', 40),
    box('#f4f4f4', 40),
    box('#3366cc', 160),
    box('#cc3333', 160),
  ]);
  const files: Record<string, Buffer> = {};
  for (const angle of ['001', '002']) {
    Object.assign(files, {
      [`${angle}/body_black.png`]: black,
      [`${angle}/body_white.png`]: white,
      [`${angle}/wheels_16.png`]: small,
      [`${angle}/wheels_17.png`]: large,
    });
  }
  return zip(files);
}

export const picture = (colour: string): Promise<Buffer> => box(colour, 40);

export const interiorPack = async () => zip({ 'i01/dash.png': await box('#886644', 80) });
