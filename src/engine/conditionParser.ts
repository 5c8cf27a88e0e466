/**
 * Reads conditions (EXPR), the small language of `when` in features, standards and rules.
 *
 *   expr   := term ('or' term)*
 *   term   := factor ('and' factor)*
 *   factor := 'not' factor | '(' expr ')' | feature-id | 'version(' PATTERN ')' | 'true'
 *
 *   parseCondition                     text -> tree or error
 *   ConditionError, isConditionError   the position and cause of an error
 */
import { isFeatureId } from './codes.ts';
import type { Condition } from './conditions.ts';
import { isDisId } from './lcdv.ts';

export interface ConditionError {
  /** 0-based index of the first character that does not fit, in UTF-16 units */
  readonly position: number;
  readonly expected: string;
  /** a whole sentence with the position counted from 1 */
  readonly error: string;
}

/** How deep brackets and `not` may nest. */
export const NESTING_LIMIT = 200;

const OPERAND = "a feature id, 'version(', 'true', 'not' or '('";
const SHOWN = 24;

/**
 * By code of a character: it is part of a word, or between words. A table is three times as fast as a regular expression
 * here.
 */
const [IS_WORD, IS_SPACE] = ['ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_', ' \t\r\n'].map(
  (all) => {
    const table = new Uint8Array(128);
    for (const character of all) table[character.charCodeAt(0)] = 1;
    return table;
  },
) as [Uint8Array, Uint8Array];

class Failure extends Error {
  readonly position: number;
  readonly expected: string;
  constructor(position: number, expected: string) {
    super(expected);
    this.position = position;
    this.expected = expected;
  }
}

/**
 * Parses a condition in one pass, in time linear in its length. Chains of `and` and `or` may have any length; brackets and
 * `not` together may nest NESTING_LIMIT deep.
 */
export function parseCondition(text: string): Condition | ConditionError {
  try {
    return new Parser(text).whole();
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    const { position, expected } = failure;
    return {
      position,
      expected,
      error: `At position ${position + 1}: expected ${expected}, found ${found(text, position)}.`,
    };
  }
}

/** True for the error answer of parseCondition. */
export function isConditionError(answer: Condition | ConditionError): answer is ConditionError {
  return 'error' in answer;
}

function found(text: string, position: number): string {
  const rest = text.slice(position, position + SHOWN);
  return rest === '' ? 'the end' : `'${rest}${position + SHOWN < text.length ? '…' : ''}'`;
}

class Parser {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
    this.#skipSpace();
  }

  whole(): Condition {
    const condition = this.#expr();
    if (this.#at < this.#text.length) throw new Failure(this.#at, "'and', 'or' or the end");
    return condition;
  }

  #expr(): Condition {
    const first = this.#term();
    if (!this.#take('or')) return first;
    const of = [first, this.#term()];
    while (this.#take('or')) of.push(this.#term());
    return { kind: 'or', of };
  }

  #term(): Condition {
    const first = this.#factor();
    if (!this.#take('and')) return first;
    const of = [first, this.#factor()];
    while (this.#take('and')) of.push(this.#factor());
    return { kind: 'and', of };
  }

  #factor(): Condition {
    const start = this.#at;
    if (this.#text[start] === '(') {
      this.#at++;
      this.#skipSpace();
      const inner = this.#deeper(start, () => this.#expr());
      this.#close("'and', 'or' or ')'");
      return inner;
    }
    const word = this.#word();
    if (word === 'not') return { kind: 'not', of: this.#deeper(start, () => this.#factor()) };
    if (word === 'true') return { kind: 'true' };
    if (word === 'version') return this.#version();
    if (isFeatureId(word)) return { kind: 'feature', id: word };
    throw new Failure(start, OPERAND);
  }

  #version(): Condition {
    if (this.#text[this.#at] !== '(') throw new Failure(this.#at, "'(' after 'version'");
    this.#at++;
    this.#skipSpace();
    const start = this.#at;
    const pattern = this.#word();
    if (!isDisId(pattern)) throw new Failure(start, 'an LCDV pattern: 16 characters of A-Z, 0-9 and x');
    this.#close("')'");
    return { kind: 'version', pattern };
  }

  #deeper<T>(start: number, parse: () => T): T {
    if (++this.#depth > NESTING_LIMIT)
      throw new Failure(start, `at most ${NESTING_LIMIT} levels of brackets and 'not'`);
    const result = parse();
    this.#depth--;
    return result;
  }

  #close(expected: string): void {
    if (this.#text[this.#at] !== ')') throw new Failure(this.#at, expected);
    this.#at++;
    this.#skipSpace();
  }

  #take(word: string): boolean {
    const end = this.#at + word.length;
    if (!this.#text.startsWith(word, this.#at) || IS_WORD[this.#text.charCodeAt(end)] === 1) return false;
    this.#at = end;
    this.#skipSpace();
    return true;
  }

  #word(): string {
    const start = this.#at;
    while (IS_WORD[this.#text.charCodeAt(this.#at)] === 1) this.#at++;
    const word = this.#text.slice(start, this.#at);
    this.#skipSpace();
    return word;
  }

  #skipSpace(): void {
    while (IS_SPACE[this.#text.charCodeAt(this.#at)] === 1) this.#at++;
  }
}
