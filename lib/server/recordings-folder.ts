import { mkdirSync, readFileSync, readdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type OpenedRecording, openRecording } from '../adapters/recording';
import { SourceError, isSourceError } from '../ports/source-error';
import { RequestError } from './errors';

/** One file of a folder of recordings: opened, or the reason why not. */
export interface FolderEntry {
  readonly id: string;
  readonly file: string;
  readonly bytes: number;
  readonly opened: OpenedRecording | null;
  readonly broken: string | null;
}

const SUFFIX = '.weir';
const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** Recordings in a folder. Each file is opened once and again when it changes; a damaged one never hides the others. */
export class RecordingsFolder {
  private readonly known = new Map<string, { readonly stamp: string; readonly entry: FolderEntry }>();

  constructor(readonly folder: string) {}

  list(): FolderEntry[] {
    return this.names().map((name) => this.entry(name));
  }

  /** Writes a new recording; never over an existing one. Returns its id. */
  write(id: string, bytes: Uint8Array): string {
    if (!ID.test(id)) throw new RangeError(`not a name for a recording: ${id}`);
    const taken = new Set(this.names());
    let free = id;
    for (let i = 2; taken.has(`${free}${SUFFIX}`); i += 1) free = `${id}-${i}`;
    const file = path.join(this.folder, `${free}${SUFFIX}`);
    try {
      mkdirSync(this.folder, { recursive: true });
      writeWhole(file, bytes);
    } catch (error) {
      throw new RequestError(507, null, `the recording cannot be written to the configured folder (${codeOf(error)})`);
    }
    return free;
  }

  private names(): string[] {
    try {
      return readdirSync(this.folder).filter((name) => name.endsWith(SUFFIX) && ID.test(name.slice(0, -SUFFIX.length))).sort();
    } catch {
      return [];
    }
  }

  private entry(name: string): FolderEntry {
    const file = path.join(this.folder, name);
    const about = statSync(file, { throwIfNoEntry: false });
    const stamp = about ? `${about.mtimeMs} ${about.size}` : 'gone';
    const known = this.known.get(name);
    if (known?.stamp === stamp) return known.entry;
    const entry = open(file, name.slice(0, -SUFFIX.length), about?.size ?? 0);
    this.known.set(name, { stamp, entry });
    return entry;
  }
}

/**
 * Writes a file whole or not at all: a reader must never see half of it, and a full disk leaves nothing behind. Links are
 * followed; what is no plain file (a device, a pipe) is written into, because a rename would put a file in its place.
 */
export function writeWhole(named: string, bytes: Uint8Array): void {
  const about = statSync(named, { throwIfNoEntry: false });
  if (about && !about.isFile()) return writeFileSync(named, bytes);
  const file = about ? realpathSync(named) : named;
  const part = `${file}.${process.pid}.part`;
  try {
    writeFileSync(part, bytes);
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

/** Why the file system refused, as its short code. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown reason';
}

/** The recording that somebody named by its path. */
export function openNamed(file: string): FolderEntry {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return open(file, path.basename(file).replace(/\.weir$/, ''), size);
}

/** Opens one file as an entry. Never throws for what is no recording or cannot be read: it is `broken` with the reason. */
function open(file: string, id: string, size: number): FolderEntry {
  try {
    return { id, file, bytes: size, opened: openRecording(readBytes(file)), broken: null };
  } catch (error) {
    if (!isSourceError(error)) throw error;
    return { id, file, bytes: size, opened: null, broken: error.message };
  }
}

function readBytes(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new SourceError('unreachable', 'the file cannot be read', { cause });
  }
}
