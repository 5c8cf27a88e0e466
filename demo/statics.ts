/**
 * The static image pack: swatches, feature pictures, CO2 classes, dimension drawings.
 *
 *   staticPack      its entries
 */
import sharp from 'sharp';
import type { DemoModel } from './models/models.ts';
import { type Colour, colours, trims } from './models/paints.ts';
import type { Pictures } from './pictures.ts';

type Entries = [string, Uint8Array][];

const draw = (width: number, height: number, body: string) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`,
    ),
  );

/** A linear colour as CSS, `light` times as bright. */
const css = (linear: readonly number[], light: number) =>
  `rgb(${linear.map((v) => Math.round(255 * Math.min(1, Math.max(0, v * light)) ** (1 / 2.2))).join(',')})`;

function swatch({ paint }: Colour): Promise<Buffer> {
  return draw(
    320,
    320,
    `<defs><linearGradient id="p" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${css(paint.base, 1.5)}"/><stop offset=".45" stop-color="${css(paint.base, 0.95)}"/><stop offset="1" stop-color="${css(paint.flip, 0.55)}"/></linearGradient>
    <linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".55"/><stop offset="1" stop-color="#fff" stop-opacity=".03"/></linearGradient><filter id="b"><feGaussianBlur stdDeviation="5"/></filter></defs>
    <rect width="320" height="320" rx="28" fill="url(#p)"/><path d="M-20 96 Q120 20 340 78 L340 126 Q130 74 -20 150Z" fill="url(#g)" filter="url(#b)"/><path d="M-20 250 Q150 205 340 252 L340 262 Q150 220 -20 262Z" fill="#fff" opacity=".16" filter="url(#b)"/>`,
  )
    .png()
    .toBuffer();
}

function fabric({ upholstery: u }: (typeof trims)[number]): Promise<Buffer> {
  const threads = Array.from(
    { length: 20 },
    (_, i) =>
      `<path d="M${i * 16 - 8} 0 L${i * 16 + 8} 320" stroke="${i % 2 ? u.light : u.dark}" stroke-width="2" opacity=".22"/>`,
  ).join('');
  return draw(
    320,
    320,
    `<defs><radialGradient id="f" cx=".35" cy=".3" r="1"><stop offset="0" stop-color="${u.light}"/><stop offset=".55" stop-color="${u.main}"/><stop offset="1" stop-color="${u.dark}"/></radialGradient></defs><rect width="320" height="320" fill="url(#f)"/>${threads}
    <path d="M214 0 Q196 160 214 320" stroke="${u.dark}" stroke-width="7" fill="none"/><path d="M200 0 Q182 160 200 320 M228 0 Q210 160 228 320" stroke="${u.stitch}" stroke-width="4" stroke-dasharray="15 9" fill="none"/>`,
  )
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

const classes = [
  ['A', '#00a651'],
  ['B', '#4cb848'],
  ['C', '#bed62f'],
  ['D', '#fff101'],
  ['E', '#fcb813'],
  ['F', '#f36f21'],
  ['G', '#ed1b24'],
] as const;

function co2(chosen: string): Promise<Buffer> {
  const arrows = classes
    .map(([letter, colour], i) => {
      const y = 20 + i * 46;
      const w = 120 + i * 30;
      return `<path d="M20 ${y} H${w} L${w + 20} ${y + 19} L${w} ${y + 38} H20Z" fill="${colour}"/><text x="32" y="${y + 28}" font-family="sans-serif" font-size="24" font-weight="bold" fill="${letter === 'D' || letter === 'C' ? '#222' : '#fff'}">${letter}</text>${
        letter === chosen
          ? `<path d="M480 ${y - 4} H400 L376 ${y + 19} L400 ${y + 42} H480Z" fill="#17191c"/><text x="436" y="${y + 30}" font-family="sans-serif" font-size="30" font-weight="bold" fill="#fff" text-anchor="middle">${letter}</text>`
          : ''
      }`;
    })
    .join('');
  return draw(500, 350, `<rect width="500" height="350" rx="10" fill="#fff"/>${arrows}`).png().toBuffer();
}

const layersOfSide = [
  'shadow',
  'WHEELS',
  'body_0MP00NWP',
  'glass_clear',
  'roof_0MP00NWP',
  'lights_led',
  'mirror_0MP00NWP',
];

/** Side and front view of a model with its measures. */
async function dimensions(model: DemoModel, pictures: Pictures, angle: '002' | '004'): Promise<Buffer> {
  const layers = layersOfSide
    .map((l) => (l === 'WHEELS' ? (model.wheels[0]?.layer ?? '') : l))
    .map((l) => Buffer.from(pictures.get(`${angle}/${l}.png`) as Uint8Array));
  const body = await sharp(layers[2]).trim().toBuffer({ resolveWithObject: true });
  const left = -(body.info.trimOffsetLeft ?? 0);
  const top = -(body.info.trimOffsetTop ?? 0);
  const right = left + body.info.width;
  const size = angle === '002' ? model.shape.length : model.shape.half * 2;
  const highest = Math.max(...model.shape.top.map((p) => p[1]));
  const mm = (m: number) => `${Math.round(m * 1000)} mm`;
  const text = (x: number, y: number, label: string, turn = '') =>
    `<text x="${x}" y="${y}" ${turn} font-family="sans-serif" font-size="24" fill="#25303a" text-anchor="middle">${label}</text>`;
  const lines = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720"><g stroke="#25303a" stroke-width="2" fill="none"><path d="M${left} 600V680M${right} 600V680M${left} 664H${right}"/><path d="M${left} 664l14 -6v12zM${right} 664l-14 -6v12z" fill="#25303a"/><path d="M${right + 20} ${top}H${right + 66}M${right + 52} ${top}V590M${right + 20} 590H${right + 66}"/></g>${text((left + right) / 2, 700, mm(size))}${text(right + 44, (top + 590) / 2, mm(highest), `transform="rotate(-90 ${right + 44} ${(top + 590) / 2})"`)}</svg>`;
  return sharp({ create: { width: 1280, height: 720, channels: 3, background: '#fff' } })
    .composite([...layers.map((input) => ({ input })), { input: Buffer.from(lines) }])
    .jpeg({ quality: 88 })
    .toBuffer();
}

/** One wheel, cut out of the side view. */
async function wheelPicture(pictures: Pictures, layer: string): Promise<Buffer> {
  const side = await sharp(Buffer.from(pictures.get(`002/${layer}.png`) as Uint8Array))
    .trim()
    .png()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = side.info;
  return sharp(side.data)
    .extract({ left: width - height, top: 0, width: height, height })
    .png()
    .toBuffer();
}

export async function staticPack(
  drawn: readonly { readonly model: DemoModel; readonly pictures: Pictures }[],
): Promise<Entries> {
  const out: Entries = [];
  for (const colour of colours) out.push([`colors/default/default/${colour.feature}.png`, await swatch(colour)]);
  for (const trim of trims) out.push([`trims/default/default/${trim.feature}.jpg`, await fabric(trim)]);
  for (const [letter] of classes) out.push([`co2/CO2_${letter}.png`, await co2(letter)]);
  for (const { model, pictures } of drawn) {
    const [line, style] = [model.disId.slice(0, 4), model.disId.slice(4, 6)];
    // A model's own swatch, the car in that colour, takes precedence over the default one.
    for (const { feature } of colours.slice(0, 5)) {
      const layers = [
        'shadow',
        model.wheels.at(-1)?.layer,
        `body_${feature}`,
        'glass_privacy',
        `roof_${feature}`,
        'lights_led',
        `mirror_${feature}`,
      ];
      const inputs = layers.map((l) => ({ input: Buffer.from(pictures.get(`001/${l}.png`) as Uint8Array) }));
      const car = await sharp({ create: { width: 1280, height: 720, channels: 3, background: '#eef1f4' } })
        .composite(inputs)
        .png({ compressionLevel: 1 })
        .toBuffer();
      out.push([
        `colors/${line}/${style}/${feature}.webp`,
        await sharp(car).resize(640, 360).webp({ quality: 86 }).toBuffer(),
      ]);
    }
    for (const trim of trims.slice(0, 2)) out.push([`trims/${line}/${style}/${trim.feature}.jpg`, await fabric(trim)]);
    const majorMinor = model.rich.slice(6, 8);
    for (const wheel of model.wheels) {
      const picture = await wheelPicture(pictures, wheel.layer);
      out.push([`features/${model.brand}/${line}/${majorMinor}/${style}/${wheel.feature}.png`, picture]);
      out.push([`features/${model.brand}/${line}/default/default/${wheel.feature}.png`, picture]);
    }
    out.push([`dimensions/${model.brand}/${line}${style}_side.jpg`, await dimensions(model, pictures, '002')]);
    out.push([`dimensions/${model.brand}/${line}${style}_front.jpg`, await dimensions(model, pictures, '004')]);
  }
  return out;
}
