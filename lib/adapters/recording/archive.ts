import { createHash } from 'node:crypto';
import { type UnzipFileInfo, strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { SourceError } from '../../ports/source-error';
import { crc32, statedChecksums } from './checksums';
import { FORMAT, type Manifest, manifestSchema } from './schema';

const MIB = 1024 * 1024;
/** A recording of real size is some MiB; what claims more is a mistake or a trap. */
const MOST_ZIPPED = 128 * MIB;
const MOST_UNZIPPED = 512 * MIB;
const MOST_FILES = 4_000;
const KNOWN_FILES = /^(manifest\.json|findings\.json|queries\.json|annotations\.json|notes\.md|signals\/[a-z-]+\.json|traces\/\d{4}\.json)$/;

/** The files of an opened recording, checked against the hashes of its manifest. */
export interface Archive {
  readonly manifest: Manifest;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** Files whose content is not what the manifest says. Empty: all is well. */
export interface Verification {
  readonly manifest: Manifest;
  readonly differing: readonly { readonly path: string; readonly what: 'missing' | 'changed' | 'unreadable' | 'not in the manifest' }[];
}

/** Packs files into a recording. The manifest gets the hash of each; equal input gives equal bytes. */
export function packArchive(manifest: Omit<Manifest, 'files' | 'format'>, files: ReadonlyMap<string, string>): Uint8Array {
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, text]) => [path, strToU8(text)] as const);
  const listed = sorted.map(([path, bytes]) => ({ path, bytes: bytes.byteLength, sha256: sha256(bytes) }));
  const full: Manifest = { format: FORMAT, ...manifest, files: listed };
  const entries = [['manifest.json', strToU8(`${JSON.stringify(full, null, 1)}\n`)] as const, ...sorted];
  // A fixed time in the zip: the archive must not change when its content does not.
  return zipSync(Object.fromEntries(entries), { level: 9, mtime: new Date('2020-01-01T00:00:00Z') });
}

/** Opens a recording and checks every hash. Throws SourceError: `malformed` (damaged), `too-large`, `unsupported` (too new). */
export function openArchive(bytes: Uint8Array): Archive {
  const { files, unreadable } = unzipAll(bytes);
  const verification = verifyFiles(files, unreadable);
  const [first] = verification.differing;
  if (first) throw new SourceError('malformed', `the recording is damaged: ${first.path} is ${first.what}`);
  return { manifest: verification.manifest, files };
}

/** Compares each file with its hash. Throws like `openArchive` when there is nothing to compare. */
export function verifyArchive(bytes: Uint8Array): Verification {
  const { files, unreadable } = unzipAll(bytes);
  return verifyFiles(files, unreadable);
}

/** The manifest alone, for lists: nothing else is unpacked. */
export function readManifest(bytes: Uint8Array): Manifest {
  return manifestOf(unzip(bytes, (file) => file.name === 'manifest.json'));
}

function unzip(bytes: Uint8Array, wanted: (file: UnzipFileInfo) => boolean = () => true): Map<string, Uint8Array> {
  if (bytes.byteLength > MOST_ZIPPED) throw new SourceError('too-large', `the recording is larger than ${MOST_ZIPPED / MIB} MiB`);
  let total = 0;
  let count = 0;
  const filter = (file: UnzipFileInfo) => {
    count += 1;
    total += file.originalSize;
    if (count > MOST_FILES || total > MOST_UNZIPPED) throw new SourceError('too-large', 'the recording unpacks to more than a recording can hold');
    return KNOWN_FILES.test(file.name) && wanted(file);
  };
  try {
    return new Map(Object.entries(unzipSync(bytes, { filter })));
  } catch (error) {
    if (error instanceof SourceError) throw error;
    throw new SourceError('malformed', 'the file is no readable recording: it is cut off, damaged or not a zip', { cause: error });
  }
}

/** All files; where the archive as a whole cannot be unpacked, those that can be, and the names of the others. */
function unzipAll(bytes: Uint8Array): { readonly files: ReadonlyMap<string, Uint8Array>; readonly unreadable: ReadonlySet<string> } {
  const all = unzipEach(bytes);
  const manifest = all.files.get('manifest.json');
  if (manifest && statedChecksums(bytes).get('manifest.json') !== crc32(manifest)) all.unreadable.add('manifest.json');
  return all;
}

function unzipEach(bytes: Uint8Array): { readonly files: ReadonlyMap<string, Uint8Array>; readonly unreadable: Set<string> } {
  const unreadable = new Set<string>();
  try {
    return { files: unzip(bytes), unreadable };
  } catch (error) {
    if (!(error instanceof SourceError) || error.kind !== 'malformed') throw error;
    const names: string[] = [];
    unzip(bytes, ({ name }) => {
      names.push(name);
      return false;
    });
    const files = new Map<string, Uint8Array>();
    for (const name of names) {
      try {
        for (const [path, content] of unzip(bytes, (file) => file.name === name)) files.set(path, content);
      } catch {
        unreadable.add(name);
      }
    }
    if (names.length === 0) throw error;
    return { files, unreadable };
  }
}

function verifyFiles(files: ReadonlyMap<string, Uint8Array>, unreadable: ReadonlySet<string>): Verification {
  if (unreadable.has('manifest.json')) throw new SourceError('malformed', 'manifest.json of the recording is damaged');
  const manifest = manifestOf(files);
  const listed = new Map(manifest.files.map((file) => [file.path, file]));
  const differing: Verification['differing'][number][] = [];
  for (const { path, sha256: expected } of manifest.files) {
    const bytes = files.get(path);
    if (!bytes) differing.push({ path, what: unreadable.has(path) ? 'unreadable' : 'missing' });
    else if (sha256(bytes) !== expected) differing.push({ path, what: 'changed' });
  }
  for (const path of files.keys()) {
    if (path !== 'manifest.json' && !listed.has(path)) differing.push({ path, what: 'not in the manifest' });
  }
  return { manifest, differing };
}

function manifestOf(files: ReadonlyMap<string, Uint8Array>): Manifest {
  const bytes = files.get('manifest.json');
  if (!bytes) throw new SourceError('malformed', 'the file is no recording: it has no manifest.json');
  const json = parseJson(bytes, 'manifest.json');
  if (typeof json === 'object' && json !== null && 'format' in json && typeof json.format === 'number' && json.format > FORMAT) {
    throw new SourceError('unsupported', `the recording has format ${json.format}, this version reads up to ${FORMAT}: open it with a newer Weir`);
  }
  const parsed = manifestSchema.safeParse(json);
  if (!parsed.success) throw new SourceError('malformed', 'manifest.json of the recording has an unknown shape', { cause: parsed.error });
  return parsed.data;
}

/** JSON of a file of the archive. Throws SourceError `malformed` naming the file. */
export function parseJson(bytes: Uint8Array, path: string): unknown {
  try {
    return JSON.parse(strFromU8(bytes)) as unknown;
  } catch (cause) {
    throw new SourceError('malformed', `${path} of the recording is not JSON`, { cause });
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
