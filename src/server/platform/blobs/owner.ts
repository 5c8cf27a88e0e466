/**
 * Names files after the process that owns them: machine and boot, process id and start time. Without /proc, or for a
 * name from another machine, the owner counts as alive.
 *
 *   ownName, isOwnerGone
 */
import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Process ids are unique only within one boot of one machine, and within one container. */
function machineOf(): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8');
    const container = readlinkSync('/proc/self/ns/pid');
    return createHash('sha256').update(`${hostname()} ${boot} ${container}`).digest('hex').slice(0, 16);
  } catch {
    // No /proc: the owner counts as alive.
    return undefined;
  }
}

/** Clock ticks since the machine's boot, field 22 of proc(5); undefined if there is no such process. */
function startTimeOf(pid: number): string | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may contain anything; the fields after it start with the third.
    return line.slice(line.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    // No /proc: the owner counts as alive.
    return undefined;
  }
}

const machine = machineOf();
const own = `${machine ?? 'unknown'}.${process.pid}.${startTimeOf(process.pid) ?? '0'}`;

/** The prefix of a file's name. */
export const ownName = (): string => own;

export function isOwnerGone(name: string): boolean {
  const [where, pid, startTime] = name.split('.');
  if (machine === undefined || where !== machine) return false;
  return startTimeOf(Number(pid)) !== startTime;
}
