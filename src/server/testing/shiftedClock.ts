/**
 * For tests: a process whose clock is wrong. Loaded before everything else (`NODE_OPTIONS=--import …`), it shifts Date
 * by LACQUER_TEST_CLOCK_MS.
 */
const shift = Number(process.env['LACQUER_TEST_CLOCK_MS'] ?? 0);
const TrueDate = Date;

class ShiftedDate extends TrueDate {
  constructor(...values: [] | [number | string | Date]) {
    if (values.length === 0) super(ShiftedDate.now());
    else super(...values);
  }
  static override now(): number {
    return TrueDate.now() + shift;
  }
}
globalThis.Date = ShiftedDate as DateConstructor;
