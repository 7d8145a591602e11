import 'server-only';
import { readFileSync } from 'node:fs';
import type { Answer } from '../../domain/answer';
import type { FindingKind } from '../../domain/findings';
import type { RecordingInfo } from '../../domain/requests';
import { RequestError } from '../errors';
import type { FolderEntry } from '../recordings-folder';
import { getRuntime } from '../runtime';
import { timed } from '../telemetry/timed';
import { type RecordRequest, type RecordedSummary, makeRecording } from './make-recording';

/** All recordings that this process can see, newest first; a damaged one is listed with what is wrong. */
export function listRecordings(): Promise<readonly RecordingInfo[]> {
  return timed('recordings', async () => [...getRuntime().recordings()].map(toInfo).sort((a, b) => b.madeAt - a.madeAt || (a.id < b.id ? -1 : 1)));
}

function toInfo({ id, bytes, opened, broken }: FolderEntry): RecordingInfo {
  if (!opened) return { id, title: id, environment: '', from: 0, to: 0, madeAt: 0, appVersion: '', bytes, findings: [], broken: broken ?? 'cannot be opened' };
  const { title, environment, range, madeAt, appVersion } = opened.manifest;
  return { id, title, environment: environment.name, from: range.from, to: range.to, madeAt, appVersion, bytes, findings: opened.findingKinds as FindingKind[], broken: null };
}

/** The bytes of a recording. Throws RequestError 404. */
export function readRecording(id: string): Uint8Array {
  const entry = getRuntime().recordings().find((each) => each.id === id);
  if (!entry) throw new RequestError(404, 'id', 'there is no recording with this id');
  try {
    return readFileSync(entry.file);
  } catch {
    throw new RequestError(404, 'id', 'the file of this recording cannot be read');
  }
}

export interface SavedRecording extends RecordedSummary {
  readonly id: string;
  readonly bytes: number;
}

/** Makes a recording of a range and keeps it in the configured folder. Throws RequestError 403 when no folder is configured. */
export async function saveRecording(request: RecordRequest): Promise<Answer<SavedRecording>> {
  const folder = getRuntime().recordingsFolder;
  if (!folder) throw new RequestError(403, null, 'no folder for recordings is configured: set recordings: {dir: ./recordings}');
  const { bytes, answer } = await makeRecording(request);
  const stamp = new Date(answer.data.from).toISOString().slice(0, 16).replace(/[-:]/g, '').replace('T', '-');
  const id = folder.write(`${answer.data.environment.slice(0, 60)}-${stamp}`, bytes);
  return { ...answer, data: { ...answer.data, id, bytes: bytes.byteLength } };
}
