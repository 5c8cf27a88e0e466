/**
 * Curves and ramps that the drawings are made of.
 *
 *   through    a smooth curve through control points (monotone cubic: never overshoots)
 *   ramp       0 below one edge, 1 above the other, smooth between
 *   mix        linear between two numbers
 *   clamp      held between two numbers
 */

export type Curve = (x: number) => number;

/** y(x) through `points` (ascending x), constant outside; Fritsch-Carlson slopes keep it free of wiggles. */
export function through(points: readonly (readonly [number, number])[]): Curve {
  const xs = points.map((p) => p[0]);
  const ys = points.map((p) => p[1]);
  const n = xs.length;
  const x = (i: number) => xs[i] as number;
  const y = (i: number) => ys[i] as number;
  const secant = (i: number) => (y(i + 1) - y(i)) / (x(i + 1) - x(i));
  const slope = xs.map((_, i) => {
    if (i === 0) return secant(0);
    if (i === n - 1) return secant(n - 2);
    const [a, b] = [secant(i - 1), secant(i)];
    return a * b <= 0 ? 0 : (2 * a * b) / (a + b);
  });
  return (at) => {
    if (at <= x(0)) return y(0);
    if (at >= x(n - 1)) return y(n - 1);
    let i = 0;
    while (at > x(i + 1)) i++;
    const h = x(i + 1) - x(i);
    const t = (at - x(i)) / h;
    const [t2, t3] = [t * t, t * t * t];
    return (
      (2 * t3 - 3 * t2 + 1) * y(i) +
      (t3 - 2 * t2 + t) * h * (slope[i] as number) +
      (3 * t2 - 2 * t3) * y(i + 1) +
      (t3 - t2) * h * (slope[i + 1] as number)
    );
  };
}

export function ramp(from: number, to: number, at: number): number {
  const t = clamp((at - from) / (to - from), 0, 1);
  return t * t * (3 - 2 * t);
}

export const mix = (a: number, b: number, t: number): number => a + (b - a) * t;
export const clamp = (x: number, low: number, high: number): number => (x < low ? low : Math.min(x, high));
