/**
 * For tests: nginx with one site, everything that it writes in a folder of the test.
 *
 *   startNginx
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProgram } from './programs.ts';

/** @param site what would stand in /etc/nginx/conf.d */
export async function startNginx(
  program: string,
  folder: string,
  site: string,
  isReady: () => Promise<boolean>,
): Promise<void> {
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  const main = [
    'daemon off; worker_processes 1; error_log stderr warn;',
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    `pid ${join(folder, 'nginx.pid')};`,
    'events { worker_connections 256; }',
    `http { access_log off; ${paths.join(' ')} include ${join(folder, 'site.conf')}; }`,
  ];
  writeFileSync(join(folder, 'site.conf'), site);
  writeFileSync(join(folder, 'nginx.conf'), main.join('\n'));
  await startProgram([program, '-e', 'stderr', '-c', join(folder, 'nginx.conf'), '-p', folder], isReady);
}
