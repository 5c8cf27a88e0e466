/**
 * Draws docs/architecture.svg from the imports: the rooms below src, and the domains of the server. An arrow means
 * "imports"; what follows from other arrows is left out. `src/architecture.test.ts` checks that the drawing is up to date.
 *
 *   npm run drawing
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readImports, transitiveReduction } from './imports.ts';
import { layOut } from './layout.ts';

const WIDTH = 1120;
const MARGIN = 16;
const GAP = 34;
const BOX = { width: 128, height: 30, row: 64 };
const ROOM_HEIGHT = 44;
const WEB_WIDTH = 170;
/** folders that are no domain of the server, and no part of the web app */
const LEFT_OUT = ['migrations', 'public', 'testing'];

const STYLE = `
  text { font: 14px system-ui, sans-serif; fill: #1f2933; text-anchor: middle; dominant-baseline: central; }
  .room { fill: #eef2f6; stroke: #7b8794; }
  .domain { fill: #ffffff; stroke: #52606d; }
  .title { font-weight: 600; }
  .arrow { fill: none; stroke: #52606d; stroke-width: 1.3; marker-end: url(#head); }
  .head { fill: #52606d; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e4e7eb; }
    .room { fill: #27303a; stroke: #9aa5b1; }
    .domain { fill: #1f2933; stroke: #9aa5b1; }
    .arrow { stroke: #cbd2d9; }
    .head { fill: #cbd2d9; }
  }`;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const middle = ({ x, width }: Box) => x + width / 2;
const rectangle = ({ x, y, width, height }: Box, kind: string) =>
  `<rect class="${kind}" x="${x}" y="${y}" width="${width}" height="${height}" rx="5"/>`;
const label = (text: string, x: number, y: number, kind = '') =>
  `<text${kind && ` class="${kind}"`} x="${x}" y="${y}">${text}</text>`;

/** A line that leaves and arrives vertically at each of its points. */
function arrow(points: readonly { readonly x: number; readonly y: number }[]): string {
  const [start = { x: 0, y: 0 }, ...rest] = points;
  let from = start;
  const curves = rest.map((to) => {
    const bend = (from.y + to.y) / 2;
    const curve = from.x === to.x ? `V${to.y}` : `C${from.x} ${bend} ${to.x} ${bend} ${to.x} ${to.y}`;
    from = to;
    return curve;
  });
  return `<path class="arrow" d="M${start.x} ${start.y}${curves.join('')}"/>`;
}

function drawDomains(root: string, frame: { readonly x: number; readonly y: number; readonly width: number }) {
  const { rows, arrows } = layOut(transitiveReduction(readImports(join(root, 'src/server'), LEFT_OUT)));
  const boxOf = (row: number, column: number): Box => {
    const columns = rows[row]?.length ?? 1;
    return {
      x: Math.round(frame.x + (frame.width * (column + 0.5)) / columns - BOX.width / 2),
      y: frame.y + (rows.length - 1 - row) * BOX.row,
      width: BOX.width,
      height: BOX.height,
    };
  };
  const lines = arrows.map((points) =>
    arrow(
      points.flatMap(({ row, column }, i) => {
        const box = boxOf(row, column);
        const [top, bottom] = [box.y, box.y + box.height];
        const ends = i === 0 ? [bottom] : i === points.length - 1 ? [top] : [top, bottom];
        return ends.map((y) => ({ x: middle(box), y }));
      }),
    ),
  );
  const boxes = rows.flatMap((nodes, row) =>
    nodes.flatMap((name, column) => {
      if (name === undefined) return [];
      const box = boxOf(row, column);
      return [rectangle(box, 'domain'), label(name, middle(box), box.y + box.height / 2)];
    }),
  );
  return { height: rows.length * BOX.row - (BOX.row - BOX.height), shapes: [...lines, ...boxes] };
}

/** @param root folder of the project @returns the text of the SVG file */
export function drawArchitecture(root: string): string {
  const wide = WIDTH - 2 * MARGIN;
  const serverX = MARGIN + WEB_WIDTH + MARGIN;
  const serverWidth = WIDTH - MARGIN - serverX;
  const domains = drawDomains(root, { x: serverX + MARGIN, y: MARGIN + 100, width: serverWidth - 2 * MARGIN });
  const serverHeight = 100 + domains.height + MARGIN;
  const paintY = MARGIN + serverHeight + GAP;
  const engineY = paintY + ROOM_HEIGHT + GAP;
  const contractY = engineY + ROOM_HEIGHT + GAP;
  const rooms: Record<string, Box> = {
    web: { x: MARGIN, y: MARGIN, width: WEB_WIDTH, height: serverHeight },
    server: { x: serverX, y: MARGIN, width: serverWidth, height: serverHeight },
    paint: { x: serverX, y: paintY, width: serverWidth, height: ROOM_HEIGHT },
    engine: { x: MARGIN, y: engineY, width: wide, height: ROOM_HEIGHT },
    contract: { x: MARGIN, y: contractY, width: wide, height: ROOM_HEIGHT },
  };
  const imports = transitiveReduction(readImports(join(root, 'src')));
  const unknown = [...imports.keys()].filter((room) => rooms[room] === undefined);
  if (unknown.length > 0) throw new RangeError(`give ${unknown.join(', ')} a box in scripts/drawArchitecture.ts`);

  const roomArrows = [...imports].flatMap(([upper, lowers]) =>
    [...lowers].flatMap((lower) => {
      const [from, to] = [rooms[upper], rooms[lower]];
      if (from === undefined || to === undefined) return [];
      return [
        arrow([
          { x: middle(from), y: from.y + from.height },
          { x: middle(from), y: to.y },
        ]),
      ];
    }),
  );
  const roomBoxes = Object.entries(rooms).flatMap(([name, box]) => [
    rectangle(box, 'room'),
    label(`src/${name}`, middle(box), box.y + Math.min(box.height, ROOM_HEIGHT) / 2, 'title'),
  ]);
  // The folders of the web app use each other freely, so they have no arrows.
  const webParts = [...readImports(join(root, 'src/web'), LEFT_OUT).keys()].flatMap((name, i) => {
    const box = { x: MARGIN + 21, y: MARGIN + 44 + i * 46, width: BOX.width, height: BOX.height };
    return [rectangle(box, 'domain'), label(name, middle(box), box.y + box.height / 2)];
  });
  const { x, y, width } = { x: serverX + MARGIN, y: MARGIN + 44, width: serverWidth - 2 * MARGIN };
  const composition = [
    rectangle({ x, y, width, height: BOX.height }, 'domain'),
    label('app.ts, jobs.ts … put the domains together', x + width / 2, y + BOX.height / 2),
  ];
  const height = contractY + ROOM_HEIGHT + MARGIN;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img">`,
    '<!-- Drawn by `npm run drawing` from the imports; do not edit. -->',
    '<title>The rooms and the domains of the server; an arrow means imports</title>',
    `<style>${STYLE}\n</style>`,
    '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">',
    '<path class="head" d="M0 0L8 4L0 8z"/></marker></defs>',
    ...roomBoxes,
    ...webParts,
    ...composition,
    ...domains.shapes,
    ...roomArrows,
    '</svg>',
    '',
  ].join('\n');
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  writeFileSync(join(root, 'docs/architecture.svg'), drawArchitecture(root));
}
