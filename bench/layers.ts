/**
 * Twelve layers of a car from the side, 1280 x 720, bottom first, as a renderer delivers them: most cover a small area, edges
 * are soft, shadow, shade and gloss have one colour in many strengths, and photographic layers have grain.
 *
 *   WIDTH, HEIGHT
 *   drawLayers    PNG files, always the same
 */
import sharp from 'sharp';

export const WIDTH = 1280;
export const HEIGHT = 720;

const BODY =
  'M120 480 C125 405 180 380 310 362 C400 285 480 250 650 246 C800 244 880 292 955 352 C1075 366 1150 392 1162 445 C1165 485 1150 512 1118 514 L1044 516 A84 84 0 0 0 876 516 L424 518 A84 84 0 0 0 256 518 L165 514 C135 508 122 500 120 480 Z';
const WINDOWS = 'M408 354 C478 296 545 272 642 270 L642 352 Z M662 270 C770 270 838 302 896 350 L662 352 Z';
const shade = (id: string, ...stops: [number, string, number][]): string =>
  `<linearGradient id="${id}" x2=".15" y2="1">${stops
    .map(([offset, colour, opacity]) => `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`)
    .join('')}</linearGradient>`;
const soft = (deviation: number): string =>
  `<filter id="s" x="-50%" y="-200%" width="200%" height="500%"><feGaussianBlur stdDeviation="${deviation}"/></filter>`;
const wheel = (x: number): string => {
  const spokes = Array.from(
    { length: 10 },
    (_, i) => `<path d="M-6 -10 L-13 -52 L13 -52 L6 -10 Z" fill="#25282c" transform="rotate(${i * 36})"/>`,
  );
  return `<g transform="translate(${x} 520)"><circle r="74" fill="#121416"/><circle r="56" fill="#c4c8cc"/>${spokes.join('')}<circle r="11" fill="#e6e8ea"/></g>`;
};

interface Drawing {
  readonly svg: string;
  /** largest step of the grain; 0: none */
  readonly grain: number;
}
const DRAWINGS: readonly Drawing[] = [
  {
    svg: `${shade('g', [0, '#dde3e8', 1], [0.6, '#f6f7f8', 1], [0.62, '#c8ccd0', 1], [1, '#8c9298', 1])}<rect width="1280" height="720" fill="url(#g)"/>`,
    grain: 1,
  },
  { svg: `${soft(13)}<ellipse cx="640" cy="588" rx="525" ry="26" fill-opacity=".75" filter="url(#s)"/>`, grain: 0 },
  {
    svg: `${shade('g', [0, '#777', 1], [0.5, '#555', 1], [1, '#222', 1])}<path d="${BODY}" fill="url(#g)"/><path d="${WINDOWS}" fill="#181b20"/>`,
    grain: 2,
  },
  {
    svg: `${shade('g', [0, '#b3121d', 0.95], [0.45, '#b3121d', 1], [1, '#b3121d', 0.6])}<path fill-rule="evenodd" d="${BODY} ${WINDOWS}" fill="url(#g)"/>`,
    grain: 0,
  },
  {
    svg: `${soft(7)}<clipPath id="c"><path d="${BODY}"/></clipPath><g clip-path="url(#c)"><path d="M120 430 C300 390 900 380 1170 430 L1170 456 C900 405 300 415 120 456 Z" fill="#fff" fill-opacity=".45" filter="url(#s)"/><path d="M120 490 C400 470 900 470 1170 490 L1170 530 L120 530 Z" fill-opacity=".5" filter="url(#s)"/></g>`,
    grain: 2,
  },
  {
    svg: `${shade('g', [0, '#bcd', 0.65], [0.5, '#234', 0.35], [1, '#000', 0.55])}<path d="${WINDOWS}" fill="url(#g)"/>`,
    grain: 0,
  },
  { svg: wheel(340) + wheel(960), grain: 2 },
  {
    svg: [340, 960]
      .map(
        (x) =>
          `<path transform="translate(${x} 520)" d="M28 -30 A41 41 0 0 1 28 30 L20 22 A30 30 0 0 0 20 -22 Z" fill="#d01010"/>`,
      )
      .join(''),
    grain: 0,
  },
  {
    svg: `${shade('g', [0, '#c23', 1], [1, '#111', 1])}<path d="M860 340 C870 318 920 316 930 330 L930 362 C905 372 872 368 860 340 Z" fill="url(#g)"/>`,
    grain: 0,
  },
  {
    svg: `<g fill="none" stroke="#e4e6e8"><path d="M400 354 C475 290 545 264 642 262 C770 260 850 296 908 350" stroke-width="4"/><path d="M300 440 L1000 436" stroke-width="3"/></g><rect x="700" y="400" width="60" height="11" rx="5" fill="#d9dcdf"/>`,
    grain: 0,
  },
  {
    svg: `${soft(6)}<ellipse cx="1115" cy="420" rx="50" ry="24" fill="#fff" fill-opacity=".5" filter="url(#s)"/><path d="M132 440 C150 410 190 400 215 402 L205 432 Z" fill="#a00c14" fill-opacity=".92"/>`,
    grain: 0,
  },
  {
    svg: `<radialGradient id="g" r=".75"><stop offset=".55" stop-opacity=".01"/><stop offset="1" stop-opacity=".28"/></radialGradient><rect width="1280" height="720" fill="url(#g)"/>`,
    grain: 0,
  },
];

async function draw({ svg, grain }: Drawing): Promise<Buffer> {
  const document = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${svg}</svg>`;
  const rgba = await sharp(Buffer.from(document)).ensureAlpha().raw().toBuffer();
  let state = 1;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 8) / 2 ** 24;
  };
  for (let at = 0; grain > 0 && at < rgba.length; at += 4) {
    if (rgba[at + 3] === 0) continue;
    // Twice, so that small steps are more frequent than large ones.
    const step = Math.round((random() + random() - 1) * (grain + 0.5));
    for (let c = at; c < at + 3; c++) rgba[c] = Math.max(0, Math.min(255, (rgba[c] as number) + step));
  }
  return sharp(rgba, { raw: { width: WIDTH, height: HEIGHT, channels: 4 } })
    .png({ compressionLevel: 6, adaptiveFiltering: true })
    .toBuffer();
}

export const drawLayers = (): Promise<Buffer[]> => Promise.all(DRAWINGS.map(draw));
