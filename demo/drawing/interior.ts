/**
 * The interior as vector drawings: the cockpit, the front seats from the side, the rear bench.
 * Every layer is an SVG on the whole canvas; right-hand drive mirrors it.
 *
 *   interiorViews     names of the three angles
 *   Upholstery        colours of a trim
 *   shell             everything behind: doors, windows, floor
 *   seats             seats in an upholstery
 *   dashboard         the instrument panel, plain or with a wide display
 *   wheel             the steering wheel
 *   ambient           the glow of the light strips
 */
export const interiorViews = ['001', '002', '003'] as const;
export type InteriorView = (typeof interiorViews)[number];

export interface Upholstery {
  readonly main: string;
  readonly light: string;
  readonly dark: string;
  readonly stitch: string;
}

const svg = (body: string, mirror: boolean) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720" viewBox="0 0 1280 720">${mirror ? `<g transform="translate(1280 0) scale(-1 1)">${body}</g>` : body}</svg>`;

const across = (id: string, ...stops: readonly string[]) => gradient(id, 'x2="1" y2="0"', stops);
const down = (id: string, ...stops: readonly string[]) => gradient(id, 'x2="0" y2="1"', stops);
function gradient(id: string, way: string, stops: readonly string[]): string {
  const step = 1 / (stops.length - 1);
  return `<linearGradient id="${id}" x1="0" y1="0" ${way}>${stops.map((c, i) => `<stop offset="${(i * step).toFixed(3)}" stop-color="${c}"/>`).join('')}</linearGradient>`;
}

export function shell(view: InteriorView, mirror: boolean): string {
  const sky = down('sky', '#dfe9f1', '#f4f7f9', '#b9c6cf', '#8d9aa3');
  const trim = down('trim', '#4a4d52', '#2a2c30', '#141517');
  const roof = down('roof', '#c9c8c4', '#8f8e8b');
  const road = `<path d="M0 250 Q640 214 1280 250 V420 H0Z" fill="#7d878d"/><path d="M0 262 Q640 226 1280 262 V300 H0Z" fill="#96a1a5"/>`;
  const bodies: Record<InteriorView, string> = {
    '001': `<rect width="1280" height="720" fill="url(#trim)"/>
      <path d="M150 70 Q640 28 1130 70 L1216 352 H64Z" fill="url(#sky)"/>${`<clipPath id="c"><path d="M150 70 Q640 28 1130 70 L1216 352 H64Z"/></clipPath><g clip-path="url(#c)">${road}<path d="M520 420 L628 236 H652 L780 420Z" fill="#6d767b"/></g>`}
      <path d="M0 0H1280V66Q640 16 0 66Z" fill="url(#roof)"/><path d="M0 40 L150 66 L60 360 L0 430Z" fill="#1c1d20"/><path d="M1280 40 L1130 66 L1220 360 L1280 430Z" fill="#1c1d20"/>
      <rect x="566" y="52" width="150" height="46" rx="20" fill="#17181a"/><rect x="574" y="58" width="134" height="34" rx="15" fill="#7f909b"/>
      <path d="M0 430 L60 360 H1220 L1280 430 V720 H0Z" fill="url(#trim)"/><path d="M556 470 H724 L800 720 H480Z" fill="#101113"/><path d="M570 470 H710 L770 720 H510Z" fill="#1d1f22"/>`,
    '002': `<rect width="1280" height="720" fill="url(#trim)"/><path d="M70 90 Q400 44 760 58 L1190 120 L1226 330 L110 352Z" fill="url(#sky)"/>
      <path d="M0 0H1280V92Q640 10 0 104Z" fill="url(#roof)"/><path d="M640 60 h46 l28 300 h-58z" fill="#1b1c1f"/><path d="M0 356 L1280 330 V720 H0Z" fill="url(#trim)"/><path d="M0 600 Q640 560 1280 600 V720 H0Z" fill="#0d0e0f"/>`,
    '003': `<rect width="1280" height="720" fill="url(#trim)"/><path d="M300 96 Q640 74 980 96 L1030 284 H250Z" fill="url(#sky)"/><path d="M0 0H1280V110Q640 40 0 110Z" fill="url(#roof)"/>
      <path d="M0 130 L196 120 L150 330 L0 350Z" fill="url(#sky)"/><path d="M1280 130 L1084 120 L1130 330 L1280 350Z" fill="url(#sky)"/>
      <path d="M0 352 L150 332 L190 720 H0Z" fill="#26282b"/><path d="M1280 352 L1130 332 L1090 720 H1280Z" fill="#26282b"/><rect y="610" width="1280" height="110" fill="#0c0d0e"/>`,
  };
  return svg(`<defs>${sky}${trim}${roof}</defs>${bodies[view]}`, mirror);
}

/** One seat back with head rest and cushion, `w` wide round x = 0, its foot at y = 0. */
function seat(u: Upholstery, w: number, h: number): string {
  const l = -w / 2;
  const r = w / 2;
  const flutes = [0.22, 0.4, 0.58, 0.76]
    .map(
      (t) =>
        `<path d="M${l * 0.56} ${-h * t} Q0 ${-h * t + 12} ${r * 0.56} ${-h * t}" stroke="${u.dark}" stroke-width="3" fill="none" opacity=".65"/><path d="M${l * 0.56} ${-h * t + 3} Q0 ${-h * t + 15} ${r * 0.56} ${-h * t + 3}" stroke="${u.light}" stroke-width="1.5" fill="none" opacity=".5"/>`,
    )
    .join('');
  return `<rect x="-26" y="${-h * 1.12}" width="8" height="60" fill="#8c9196"/><rect x="18" y="${-h * 1.12}" width="8" height="60" fill="#8c9196"/>
    <rect x="${l * 0.5}" y="${-h * 1.3}" width="${w * 0.5}" height="${h * 0.23}" rx="${w * 0.11}" fill="url(#seat)"/>
    <path d="M${l * 0.86} ${-h * 0.1} Q${l * 1.14} ${-h * 0.72} ${l * 0.62} ${-h} Q0 ${-h * 1.09} ${r * 0.62} ${-h} Q${r * 1.14} ${-h * 0.72} ${r * 0.86} ${-h * 0.1} Z" fill="url(#seat)"/>
    <path d="M${l * 0.56} ${-h * 0.1} Q${l * 0.64} ${-h * 0.7} ${l * 0.46} ${-h * 0.93} Q0 ${-h} ${r * 0.46} ${-h * 0.93} Q${r * 0.64} ${-h * 0.7} ${r * 0.56} ${-h * 0.1}Z" fill="url(#mid)"/>${flutes}
    <path d="M${l * 0.58} ${-h * 0.1} Q${l * 0.66} ${-h * 0.7} ${l * 0.48} ${-h * 0.94}" stroke="${u.stitch}" stroke-width="2" stroke-dasharray="7 4" fill="none"/><path d="M${r * 0.58} ${-h * 0.1} Q${r * 0.66} ${-h * 0.7} ${r * 0.48} ${-h * 0.94}" stroke="${u.stitch}" stroke-width="2" stroke-dasharray="7 4" fill="none"/>
    <path d="M${l} ${h * 0.02} Q${l * 1.04} ${-h * 0.16} ${l * 0.7} ${-h * 0.15} H${r * 0.7} Q${r * 1.04} ${-h * 0.16} ${r} ${h * 0.02} Q${r * 1.02} ${h * 0.3} ${r * 0.8} ${h * 0.32} H${l * 0.8} Q${l * 1.02} ${h * 0.3} ${l} ${h * 0.02}Z" fill="url(#cushion)"/>
    <path d="M${l * 0.64} ${-h * 0.08} H${r * 0.64} L${r * 0.7} ${h * 0.26} H${l * 0.7}Z" fill="url(#mid)" opacity=".8"/><path d="M${l * 0.66} ${-h * 0.08} L${l * 0.72} ${h * 0.26} M${r * 0.66} ${-h * 0.08} L${r * 0.72} ${h * 0.26}" stroke="${u.stitch}" stroke-width="2" stroke-dasharray="7 4"/>`;
}

export function seats(view: InteriorView, u: Upholstery, mirror: boolean): string {
  const defs = `<defs>${across('seat', u.dark, u.main, u.light, u.main, u.dark)}${across('mid', u.main, u.light, u.main)}${down('cushion', u.light, u.main, u.dark)}</defs>`;
  const at = (x: number, y: number, w: number, h: number, lean = 0) =>
    `<g transform="translate(${x} ${y}) skewX(${lean})">${seat(u, w, h)}</g>`;
  const bodies: Record<InteriorView, string> = {
    '001': `${at(215, 715, 350, 190, -4)}${at(1065, 715, 350, 190, 4)}`,
    '002': `${at(960, 500, 250, 300, -7)}${at(420, 540, 320, 360, -7)}`,
    '003': `${at(345, 520, 330, 300)}${at(935, 520, 330, 300)}${at(640, 520, 250, 278)}`,
  };
  return svg(defs + bodies[view], mirror);
}

export function dashboard(view: InteriorView, kind: 'plain' | 'wide', accent: string, mirror: boolean): string {
  if (view === '003') {
    return svg(
      `<defs>${down('d', '#3a3c40', '#151618')}</defs><path d="M560 560 H720 L760 720 H520Z" fill="url(#d)"/><rect x="590" y="580" width="100" height="40" rx="8" fill="#08090a"/><path d="M600 594h34m10 0h36m-80 12h80" stroke="${accent}" stroke-width="3"/>`,
      mirror,
    );
  }
  const pane = (x: number, y: number, w: number, h: number, content: string) =>
    `<g transform="translate(${x} ${y})"><rect x="-4" y="-4" width="${w + 8}" height="${h + 8}" rx="14" fill="#3a3d42"/><rect width="${w}" height="${h}" rx="11" fill="url(#screen)"/>${content}<path d="M0 11Q0 0 11 0H${w * 0.62}L${w * 0.42} ${h}H11Q0 ${h} 0 ${h - 11}Z" fill="#fff" opacity=".05"/></g>`;
  const map = `<path d="M30 110 L110 70 L150 92 L240 30 M60 20 L130 120 M0 60 L70 74 L190 118" stroke="#30506b" stroke-width="6" fill="none"/><path d="M38 106 L110 70 L150 92 L214 48" stroke="${accent}" stroke-width="4" fill="none"/><circle cx="214" cy="48" r="7" fill="#fff"/>`;
  const dials = `<circle cx="62" cy="62" r="42" stroke="#3b4a57" stroke-width="5" fill="none"/><path d="M32 92 A42 42 0 1 1 96 86" stroke="${accent}" stroke-width="5" fill="none"/><text x="62" y="72" font-family="sans-serif" font-size="28" font-weight="600" fill="#fff" text-anchor="middle">90</text><path d="M136 40h90m-90 20h62m-62 20h78" stroke="#6d8294" stroke-width="5"/>`;
  const defs = `<defs>${down('top', '#5b5f65', '#3a3d42', '#24262a')}${down('face', '#2c2e32', '#17181b')}${down('screen', '#13222f', '#060a0e')}${across('inlay', '#34373c', '#777c83', '#3b3e43')}</defs>`;
  if (view === '002') {
    return svg(
      `${defs}<path d="M1010 360 Q1100 318 1280 330 V560 Q1120 570 1040 500Z" fill="url(#top)"/><path d="M1040 420 Q1140 400 1280 408 V424 Q1140 418 1044 436Z" fill="url(#inlay)"/>${pane(1100, 296, 140, 82, `<g transform="scale(.5)">${map}</g>`)}`,
      mirror,
    );
  }
  const vents = [130, 1088]
    .map(
      (x) =>
        `<rect x="${x}" y="404" width="86" height="34" rx="10" fill="#08090a"/><path d="M${x + 8} 413h70M${x + 8} 421h70M${x + 8} 429h70" stroke="#4b4f55" stroke-width="2.5"/>`,
    )
    .join('');
  const displays =
    kind === 'wide'
      ? pane(262, 322, 250, 120, dials) +
        pane(
          530,
          306,
          330,
          150,
          `<g transform="scale(1.2)">${map}</g><rect x="248" y="16" width="66" height="118" rx="8" fill="#0c1720"/><path d="M262 40h38m-38 24h38m-38 24h24" stroke="#8ba2b4" stroke-width="5"/>`,
        )
      : `<ellipse cx="370" cy="404" rx="128" ry="62" fill="#0a0b0c"/><g transform="translate(262 340) scale(.92)">${dials}</g>${pane(560, 372, 190, 104, `<g transform="scale(.72)">${map}</g>`)}`;
  return svg(
    `${defs}<path d="M30 400 Q150 326 370 322 Q640 342 900 336 Q1130 338 1250 400 L1262 520 Q1080 560 760 548 L730 720 H550 L522 548 Q200 560 18 520Z" fill="url(#face)"/>
    <path d="M30 400 Q150 326 370 322 Q640 342 900 336 Q1130 338 1250 400 Q1120 372 900 372 H400 Q150 372 30 400Z" fill="url(#top)"/>
    <path d="M40 456 Q330 436 640 448 Q960 436 1242 456 V474 Q960 456 640 470 Q330 456 40 474Z" fill="url(#inlay)"/>${vents}${displays}
    <g fill="#4a4e54"><rect x="566" y="508" width="34" height="13" rx="5"/><rect x="606" y="508" width="34" height="13" rx="5"/><rect x="646" y="508" width="34" height="13" rx="5"/><rect x="686" y="508" width="34" height="13" rx="5"/></g>
    <rect x="600" y="562" width="84" height="120" rx="24" fill="#0b0c0d"/><rect x="624" y="580" width="36" height="62" rx="15" fill="url(#inlay)"/>`,
    mirror,
  );
}

/** Seen at the angles 001 and 002 only. */
export function wheel(view: '001' | '002', mirror: boolean): string {
  const defs = `<defs>${across('rim', '#0d0e10', '#3d4045', '#141517', '#3a3d42', '#0d0e10')}${down('hub', '#3c3f44', '#17181a')}</defs>`;
  const body = `<ellipse cx="0" cy="0" rx="158" ry="146" fill="none" stroke="#070708" stroke-width="32"/><ellipse cx="0" cy="-2" rx="158" ry="146" fill="none" stroke="url(#rim)" stroke-width="26"/><ellipse cx="0" cy="-6" rx="160" ry="147" fill="none" stroke="#6c7178" stroke-width="2" opacity=".5"/>
    <path d="M-148 -8 Q-80 -34 -52 -34 H52 Q80 -34 148 -8 V26 Q90 28 62 46 L30 136 H-30 L-62 46 Q-90 28 -148 26Z" fill="url(#hub)"/><circle r="46" cy="4" fill="#202226" stroke="#55595f" stroke-width="2"/><circle r="15" cy="4" fill="none" stroke="#c6cbd1" stroke-width="4"/>
    <path d="M-112 4h32m-16 -8v16M80 4h32" stroke="#a9afb6" stroke-width="4"/>`;
  return svg(
    `${defs}<g transform="${view === '001' ? 'translate(372 512)' : 'translate(1010 430) scale(.34 .86)'}">${body}</g>`,
    mirror,
  );
}

export function ambient(view: InteriorView, colour: string, mirror: boolean): string {
  const paths: Record<InteriorView, string> = {
    '001': 'M40 478 Q330 458 640 472 Q960 458 1242 478 M20 540 L60 700 M1260 540 L1220 700',
    '002': 'M120 420 Q560 388 1000 420 M1044 438 Q1140 420 1280 428',
    '003': 'M20 400 L150 384 M1260 400 L1130 384 M190 604 H1090',
  };
  const d = paths[view];
  return svg(
    `<defs><filter id="g" x="-20%" y="-60%" width="140%" height="220%"><feGaussianBlur stdDeviation="15"/></filter></defs><path d="${d}" stroke="${colour}" stroke-width="30" fill="none" opacity=".55" filter="url(#g)"/><path d="${d}" stroke="${colour}" stroke-width="4" fill="none"/><path d="${d}" stroke="#fff" stroke-width="1.2" fill="none" opacity=".8"/>`,
    mirror,
  );
}
