import 'server-only';
import path from 'node:path';
import type { EnvironmentInfo } from '../domain/capability';
import { ConfigError, readConfigFile } from './config/load';
import { type QuickStart, readQuickStart } from './config/quick-start';
import type { Config } from './config/schema';
import { assumedEnvironment, discoverEnvironment } from './environments/discover';
import { makeLiveEnvironment } from './environments/live';
import { makeRecordedEnvironment } from './environments/recorded';
import type { Environment } from './environments/types';
import { isSourceError } from '../ports/source-error';
import { RequestError } from './errors';
import { type FolderEntry, RecordingsFolder, openNamed } from './recordings-folder';
import { type Telemetry, makeTelemetry } from './telemetry/metrics';

/** Everything the use cases stand on: made once per process. */
export interface Runtime {
  /** All environments, the default one first. */
  list(): Promise<readonly EnvironmentInfo[]>;
  /** By name; null: the default. Throws RequestError 404, or SourceError when a quick start cannot look around. */
  environment(name: string | null): Promise<Environment>;
  recordings(): readonly FolderEntry[];
  /** Where new recordings go; null: nowhere is configured. */
  readonly recordingsFolder: RecordingsFolder | null;
  readonly telemetry: Telemetry;
  readonly config: Config | null;
}

type Env = Readonly<Record<string, string | undefined>>;

/** How long a quick start whose source failed waits until it looks for proxies again. */
const LOOK_AGAIN_MS = 5_000;

/** Opened by name when nobody says which. */
const STORY = ['demo', 'story'];

/** Makes a runtime from the process environment. Throws ConfigError. */
export function makeRuntime(env: Env, now: () => number): Runtime {
  const telemetry = makeTelemetry();
  const config = readConfigFile(env);
  const quick = config ? null : readQuickStart(env);
  const folders = recordingFolders(env, config, quick);
  const writable = config?.recordings ? new RecordingsFolder(config.recordings.dir) : null;
  const single = env.WEIR_RECORDING ? openNamed(env.WEIR_RECORDING) : null;
  if (single?.broken) throw new ConfigError(`WEIR_RECORDING: ${env.WEIR_RECORDING}: ${single.broken}`);
  const live = new Map((config?.environments ?? []).map((each) => [each.name, makeLiveEnvironment(each, { now, telemetry })]));
  const recorded = new WeakMap<object, Environment>();
  let discovered: Promise<Environment> | null = null;
  let assumed: Environment | null = null;

  const recordings = (): FolderEntry[] => [...(single ? [single] : []), ...folders.flatMap((folder) => folder.list())];

  function recordedEnvironments(): Environment[] {
    const opened = recordings().flatMap((entry) => (entry.opened ? [{ entry, opened: entry.opened }] : []));
    const environments = opened.map(({ entry, opened: recording }) => {
      const known = recorded.get(recording) ?? makeRecordedEnvironment(entry.id, recording);
      recorded.set(recording, known);
      return known;
    });
    return environments.sort((a, b) => storyFirst(a.info.name) - storyFirst(b.info.name));
  }

  function quickEnvironment(start: QuickStart): Promise<Environment> {
    discovered ??= discoverEnvironment(start, now).then(
      (found) => {
        const environment = makeLiveEnvironment(found, { now, telemetry });
        // Nothing found yet: look again next time, the proxies may come up later.
        if (found.note?.startsWith('no series')) discovered = null;
        return environment;
      },
      (error: unknown) => {
        if (!isSourceError(error)) {
          discovered = null;
          throw error;
        }
        // Kept for a moment, so that the questions of one page share one environment, its line and what it learnt of the source.
        setTimeout(() => {
          discovered = null;
        }, LOOK_AGAIN_MS).unref();
        assumed ??= makeLiveEnvironment(assumedEnvironment(start), { now, telemetry });
        return assumed;
      },
    );
    return discovered;
  }

  async function all(): Promise<Environment[]> {
    return [...live.values(), ...(quick ? [await quickEnvironment(quick)] : []), ...recordedEnvironments()];
  }

  return {
    telemetry,
    config,
    recordings,
    recordingsFolder: writable,
    async list() {
      return (await all()).map((environment) => environment.info);
    },
    async environment(name) {
      if (name !== null && live.has(name)) return live.get(name)!;
      const environments = name !== null && quick && name !== 'default' ? recordedEnvironments() : await all();
      const found = name === null ? environments[0] : environments.find((environment) => environment.info.name === name);
      if (!found) throw new RequestError(404, 'env', name === null ? 'no environment is configured and no recording can be opened' : `there is no environment "${name.slice(0, 60)}"`);
      return found;
    },
  };
}

function recordingFolders(env: Env, config: Config | null, quick: QuickStart | null): RecordingsFolder[] {
  const folders = [env.WEIR_RECORDINGS, config?.recordings?.dir].filter((folder) => folder !== undefined && folder !== '');
  // Nothing at all is configured: the bundled recordings are better than an empty page.
  if (folders.length === 0 && !config && !quick && !env.WEIR_RECORDING) folders.push('public/recordings');
  return [...new Set(folders)].map((folder) => new RecordingsFolder(path.resolve(/* turbopackIgnore: true */ folder!)));
}

function storyFirst(name: string): number {
  return STORY.includes(name) ? 0 : 1;
}

const KEY = Symbol.for('weir.runtime');

/** The runtime of this process, made at the first question: pages and routes may be bundled apart, so it hangs on globalThis. */
export function getRuntime(): Runtime {
  const holder = globalThis as { [KEY]?: Runtime };
  holder[KEY] ??= makeRuntime(process.env, Date.now);
  return holder[KEY];
}
