// A throw-away S3 service for tests: the object gateway of Ceph with one monitor and one storage daemon behind it, from
// Debian's packages (S3_PACKAGES), on free ports of this machine and in a folder of the system's temp folder.
// Plain JavaScript for Node 20 or newer.
//
//   startRgw     { url, stop }; gone when this process is, however that ends
import { execFile, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ownTemporaryFolder, withDeathSignal } from './ownedByProcess.mjs';
import { freePort } from './services.mjs';

const run = promisify(execFile);
const STEP_TIME = 60_000;
/** What the storage daemon says it has; the file is sparse. */
const STORE_BYTES = 8 * 1024 ** 3;

/** No keys, no copies, no upkeep: nothing here lives longer than a test run, and memory is bounded. */
const configuration = ({ folder, fsid, monitor, port }) => `
[global]
fsid = ${fsid}
mon_host = v2:127.0.0.1:${monitor}
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
ms_bind_ipv6 = false
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
# The gateway alone wants 'secure', which needs keys; without this it waits for ever.
ms_mon_client_mode = crc
run_dir = ${folder}
admin_socket = ${folder}/$name.asok
pid_file = ${folder}/$name.pid
crash_dir = ${folder}
log_file = ${folder}/$name.log
log_to_syslog = false
log_to_stderr = false
mon_cluster_log_to_file = false
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 4
osd_pool_default_pgp_num = 4
osd_pool_default_pg_autoscale_mode = off
osd_crush_chooseleaf_type = 0
ms_dispatch_throttle_bytes = 67108864
[mon]
mon_data = ${folder}/mon
mon_allow_pool_size_one = true
mon_max_pg_per_osd = 1000
mon_data_avail_warn = 1
mon_data_avail_crit = 1
paxos_propose_interval = 0.05
mon_memory_target = 268435456
mon_memory_autotune = false
[osd]
osd_data = ${folder}/osd
osd_objectstore = bluestore
osd_class_default_list = *
osd_class_load_list = *
bluestore_block_size = ${STORE_BYTES}
bluestore_block_create = true
bluestore_block_db_create = false
bluestore_block_wal_create = false
bluestore_fsck_on_mount = false
osd_memory_target = 939524096
osd_mclock_skip_benchmark = true
osd_max_scrubs = 0
[client.rgw.t]
rgw_frontends = beast endpoint=127.0.0.1:${port}
rgw_data = ${folder}/rgw
rgw_thread_pool_size = 32
rgw_enable_usage_log = false
rgw_enable_ops_log = false
rgw_run_sync_thread = false
rgw_enable_quota_threads = false
rgw_gc_obj_min_wait = 2
rgw_gc_processor_period = 5
rgw_override_bucket_index_max_shards = 1
rgw_dynamic_resharding = false
[client]
keyring = /dev/null
`;

/**
 * @returns { url, stop }: `http://key:secret@127.0.0.1:port`. Also without stop() nothing is left when this process ends;
 *   after SIGKILL the daemons go at once (the kernel ends them) and their folder with the next start.
 * @throws Error with a daemon's own last words
 */
export async function startRgw() {
  const folder = ownTemporaryFolder('lacquer-rgw-');
  for (const part of ['mon', 'osd', 'rgw']) mkdirSync(join(folder, part));
  const [monitor, port] = [await freePort(), await freePort()];
  const fsid = randomUUID();
  const file = join(folder, 'ceph.conf');
  writeFileSync(file, configuration({ folder, fsid, monitor, port }));
  const env = { ...process.env, CEPH_CONF: file };
  const options = { env, cwd: folder, timeout: STEP_TIME, killSignal: 'SIGKILL' };

  const daemons = [];
  function daemon(command, ...args) {
    const [program, ...rest] = withDeathSignal('KILL', [command, ...args, '-f']);
    // A group of its own: Ctrl-C must reach the tests first, this process ends the daemons afterwards.
    const child = spawn(program, rest, { env, cwd: folder, detached: true, stdio: 'ignore' });
    child.on('error', () => {});
    child.unref();
    daemons.push({ command, child });
  }
  const lastWords = () =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.log'))
      .map((name) => `${name}: ${readFileSync(join(folder, name), 'utf8').split('\n').slice(-6).join('\n')}`)
      .join('\n');

  /** Thrown away whole, so nothing is written any more: the gateway alone takes seconds for an orderly end. */
  const end = () => {
    for (const { child } of daemons) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  };
  const remove = () => {
    end();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  process.once('exit', remove);
  const stop = async () => {
    const gone = daemons
      .filter(({ child }) => child.exitCode === null && child.signalCode === null)
      .map(({ child }) => {
        child.ref();
        return new Promise((resolve) => child.once('exit', resolve));
      });
    end();
    await Promise.all(gone);
    process.off('exit', remove);
    remove();
  };

  try {
    const map = join(folder, 'monmap');
    await run('monmaptool', ['--create', '--fsid', fsid, '--addv', 't', `[v2:127.0.0.1:${monitor}]`, map], options);
    await run('ceph-mon', ['--mkfs', '-i', 't', '--monmap', map, '--keyring', '/dev/null'], options);
    daemon('ceph-mon', '-i', 't');
    const disk = randomUUID();
    // Waits until the monitor answers.
    await run('ceph', ['osd', 'new', disk], options);
    await run('ceph-osd', ['-i', '0', '--mkfs', '--osd-uuid', disk], options);
    daemon('ceph-osd', '-i', '0');
    const [key, secret] = [randomBytes(10).toString('hex'), randomBytes(20).toString('hex')];
    const user = ['--uid', 'test', '--display-name', 'test', '--access-key', key, '--secret-key', secret];
    await run('radosgw-admin', ['-n', 'client.rgw.t', 'user', 'create', ...user], options);
    daemon('radosgw', '-n', 'client.rgw.t');
    const until = Date.now() + STEP_TIME;
    for (let answers = false; !answers; ) {
      const ended = daemons.find(({ child }) => child.exitCode !== null || child.signalCode !== null);
      if (ended) throw new Error(`${ended.command} ended`);
      if (Date.now() > until) throw new Error('radosgw does not answer');
      answers = await fetch(`http://127.0.0.1:${port}/`).then(
        () => true,
        () => false,
      );
      if (!answers) await pause(100);
    }
    return { url: `http://${key}:${secret}@127.0.0.1:${port}`, stop };
  } catch (error) {
    const said = lastWords();
    await stop();
    throw new Error(`the S3 service (Ceph) did not start: ${error.message}\n${said}`, { cause: error });
  }
}
