import { SourceError } from '../../ports/source-error';
import type { HttpClient } from '../http/client';
import { buildinfoSchema } from './schema';

/** What can be asked of the Tempo that stands there. */
export interface TempoVersion {
  /** As it says; null where it does not tell (a gateway in front, VictoriaTraces). */
  readonly text: string | null;
  /** Newest traces first (`most_recent`): from 2.8 on. Before, any traces that were found first. */
  readonly newestFirst: boolean;
  /** Searches end half a minute before now: from 3.0 on, and taken for granted where the version is not known. */
  readonly cutsOff: boolean;
}

/** Asks for the version, and for an echo where that is closed. Throws SourceError when no Tempo answers. */
export async function readVersion(http: HttpClient, signal?: AbortSignal): Promise<TempoVersion> {
  const answer = await http.send({ path: 'api/status/buildinfo', signal, accept: [400, 403, 404, 405] });
  const text = answer.status === 200 ? versionIn(answer.text) : null;
  if (text === null) {
    const echo = await http.send({ path: 'api/echo', signal });
    if (echo.text.trim() !== 'echo') throw new SourceError('malformed', `${http.name} is no Tempo: its echo is something else`, { status: echo.status });
  }
  const [, major, minor] = /^v?(\d+)\.(\d+)/.exec(text ?? '') ?? [];
  if (major === undefined) return { text, newestFirst: false, cutsOff: true };
  const at = Number(major) * 1000 + Number(minor);
  return { text, newestFirst: at >= 2008, cutsOff: at >= 3000 };
}

function versionIn(text: string): string | null {
  try {
    const parsed = buildinfoSchema.safeParse(JSON.parse(text));
    return parsed.success && parsed.data.version !== '' ? parsed.data.version.slice(0, 40) : null;
  } catch {
    return null;
  }
}
