/**
 * A small SAT solver, for proofs: conflict-driven clause learning with two watched literals, after MiniSat (Eén and
 * Sörensson, "An Extensible SAT-solver", 2003). It counts its steps and gives up when a budget is spent, so that a
 * hard proof ends the same way on every machine.
 *
 *   Literal, TRUE, FALSE, not     a variable or its negation, as a number
 *   Budget                        steps left
 *   Sat                           variables, clauses, solving under assumptions
 */

/** `2 * variable`, plus 1 when negated. Variable 0 is always true. */
export type Literal = number;

export const TRUE: Literal = 0;
export const FALSE: Literal = 1;
export const not = (literal: Literal): Literal => literal ^ 1;

/** A step is one literal propagated. */
export interface Budget {
  left: number;
}

type Clause = Literal[];

const DECAY = 0.95;
const RESCALE = 1e100;
/** conflicts until the first restart; then half as many more each time */
const RESTART = 100;

export class Sat {
  /** by literal: 1 true, -1 false, 0 open */
  readonly #value: number[] = [];
  /** by literal: clauses to look at when it becomes false */
  readonly #watches: Clause[][] = [];
  /** by variable */
  readonly #level: number[] = [];
  readonly #reason: (Clause | undefined)[] = [];
  readonly #activity: number[] = [];
  readonly #seen: boolean[] = [];
  /** variables to decide; all others follow from them */
  readonly #inputs: number[] = [];
  readonly #trail: Literal[] = [];
  readonly #levels: number[] = [];
  #head = 0;
  #bump = 1;
  #contradiction = false;
  #model: boolean[] = [];

  constructor() {
    this.#grow();
    this.#enqueue(TRUE, undefined);
  }

  /** A variable that the solver may decide; false in a model unless a clause requires it. */
  input(): Literal {
    const literal = this.#grow();
    this.#inputs.push(literal >> 1);
    return literal;
  }

  /** A variable whose value follows, by unit propagation, as soon as all inputs have one. */
  derived(): Literal {
    return this.#grow();
  }

  /** Adds a clause: at least one of the literals holds. */
  add(literals: readonly Literal[]): void {
    this.#backTo(0);
    const clause = [...new Set(literals)].filter((literal) => this.#value[literal] !== -1);
    if (clause.some((literal) => this.#value[literal] === 1 || clause.includes(not(literal)))) return;
    if (clause.length === 0) this.#contradiction = true;
    else if (clause.length === 1) this.#enqueue(clause[0] as Literal, undefined);
    else this.#watch(clause);
  }

  /** Looks for a model in which all assumptions hold. `unknown`: the budget is spent. */
  solve(assumptions: readonly Literal[], budget: Budget): 'sat' | 'unsat' | 'unknown' {
    this.#backTo(0);
    let conflicts = 0;
    let restartAt = RESTART;
    for (;;) {
      if (this.#contradiction) return 'unsat';
      const before = this.#head;
      const conflict = this.#propagate();
      budget.left -= this.#trail.length - before + 1;
      if (conflict) {
        if (this.#levels.length === 0) {
          this.#contradiction = true;
          return 'unsat';
        }
        this.#learn(conflict);
        conflicts++;
      } else if (conflicts >= restartAt) {
        restartAt += restartAt >> 1;
        this.#backTo(0);
      } else {
        const next = this.#next(assumptions);
        if (next === undefined) {
          this.#model = this.#value.map((value) => value === 1);
          return 'sat';
        }
        if (next === FALSE) return 'unsat';
        this.#levels.push(this.#trail.length);
        if (next !== TRUE) this.#enqueue(next, undefined);
      }
      if (budget.left < 0) return 'unknown';
    }
  }

  /** In the last model. */
  holds(literal: Literal): boolean {
    return this.#model[literal] ?? false;
  }

  /** TRUE: the assumption holds already; FALSE: it cannot; undefined: everything has a value. */
  #next(assumptions: readonly Literal[]): Literal | undefined {
    const assumption = assumptions[this.#levels.length];
    if (assumption !== undefined) {
      const value = this.#value[assumption];
      return value === 0 ? assumption : value === 1 ? TRUE : FALSE;
    }
    let best: number | undefined;
    let most = -1;
    for (const variable of this.#inputs) {
      if (this.#value[variable * 2] !== 0) continue;
      const activity = this.#activity[variable] as number;
      if (activity > most) [best, most] = [variable, activity];
    }
    return best === undefined ? undefined : best * 2 + 1;
  }

  #grow(): Literal {
    const variable = this.#level.length;
    this.#level.push(0);
    this.#reason.push(undefined);
    this.#activity.push(0);
    this.#seen.push(false);
    this.#value.push(0, 0);
    this.#watches.push([], []);
    return variable * 2;
  }

  #watch(clause: Clause): void {
    this.#watches[clause[0] as Literal]?.push(clause);
    this.#watches[clause[1] as Literal]?.push(clause);
  }

  #enqueue(literal: Literal, reason: Clause | undefined): void {
    this.#value[literal] = 1;
    this.#value[not(literal)] = -1;
    this.#level[literal >> 1] = this.#levels.length;
    this.#reason[literal >> 1] = reason;
    this.#trail.push(literal);
  }

  #backTo(level: number): void {
    if (this.#levels.length <= level) return;
    const keep = this.#levels[level] as number;
    for (let i = this.#trail.length - 1; i >= keep; i--) {
      const literal = this.#trail[i] as Literal;
      this.#value[literal] = 0;
      this.#value[not(literal)] = 0;
    }
    this.#trail.length = keep;
    this.#levels.length = level;
    this.#head = keep;
  }

  /** @returns a clause in conflict */
  #propagate(): Clause | undefined {
    const value = this.#value;
    while (this.#head < this.#trail.length) {
      const refuted = not(this.#trail[this.#head++] as Literal);
      const watching = this.#watches[refuted] as Clause[];
      let watched = 0;
      for (let i = 0; i < watching.length; i++) {
        const clause = watching[i] as Clause;
        if (clause[0] === refuted) {
          clause[0] = clause[1] as Literal;
          clause[1] = refuted;
        }
        const first = clause[0] as Literal;
        if (value[first] === 1) {
          watching[watched++] = clause;
          continue;
        }
        let other = 2;
        while (other < clause.length && value[clause[other] as Literal] === -1) other++;
        if (other < clause.length) {
          const literal = clause[other] as Literal;
          clause[1] = literal;
          clause[other] = refuted;
          this.#watches[literal]?.push(clause);
          continue;
        }
        watching[watched++] = clause;
        if (value[first] === -1) {
          while (++i < watching.length) watching[watched++] = watching[i] as Clause;
          watching.length = watched;
          return clause;
        }
        this.#enqueue(first, clause);
      }
      watching.length = watched;
    }
    return undefined;
  }

  /**
   * Learns the clause of the first unique implication point, goes back to the level where it implies a literal, and sets that
   * literal.
   */
  #learn(conflict: Clause): void {
    const seen = this.#seen;
    const current = this.#levels.length;
    const learnt: Clause = [TRUE];
    let open = 0;
    let at = this.#trail.length - 1;
    let pivot: Literal | undefined;
    let clause: Clause | undefined = conflict;
    do {
      for (const literal of clause ?? []) {
        const variable = literal >> 1;
        if (literal === pivot || seen[variable] || this.#level[variable] === 0) continue;
        seen[variable] = true;
        this.#raise(variable);
        if (this.#level[variable] === current) open++;
        else learnt.push(literal);
      }
      while (!seen[(this.#trail[at] as Literal) >> 1]) at--;
      pivot = this.#trail[at--] as Literal;
      seen[pivot >> 1] = false;
      clause = this.#reason[pivot >> 1];
      open--;
    } while (open > 0);
    learnt[0] = not(pivot);
    for (const literal of learnt) seen[literal >> 1] = false;
    let second = 1;
    for (let i = 2; i < learnt.length; i++) {
      if (this.#levelOf(learnt[i]) > this.#levelOf(learnt[second])) second = i;
    }
    this.#backTo(learnt.length === 1 ? 0 : this.#levelOf(learnt[second]));
    if (learnt.length > 1) {
      [learnt[1], learnt[second]] = [learnt[second] as Literal, learnt[1] as Literal];
      this.#watch(learnt);
    }
    this.#enqueue(not(pivot), learnt.length > 1 ? learnt : undefined);
    this.#bump /= DECAY;
  }

  #levelOf(literal: Literal | undefined): number {
    return this.#level[(literal as Literal) >> 1] as number;
  }

  #raise(variable: number): void {
    const raised = (this.#activity[variable] as number) + this.#bump;
    this.#activity[variable] = raised;
    if (raised < RESCALE) return;
    for (let i = 0; i < this.#activity.length; i++) this.#activity[i] = (this.#activity[i] as number) / RESCALE;
    this.#bump /= RESCALE;
  }
}
