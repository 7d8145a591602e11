import { readFile, stat } from 'node:fs/promises';
import { SourceError } from '../../ports/source-error';

/** How a source wants to be asked. Values are already filled in by the configuration (`${VAR}`, `${file:…}`). */
export interface AuthSettings {
  readonly basic?: { readonly username: string; readonly password: string };
  readonly bearer?: string;
  /** Read again whenever the file changes: tokens of Kubernetes and cloud agents rotate. */
  readonly bearerFile?: string;
}

/** Gives the Authorization header for each request, or null when none is needed. */
export type Authorizer = () => Promise<string | null>;

/** Makes the authorizer of a source. Throws SourceError `unauthorized` when a token file cannot be read. */
export function makeAuthorizer(auth: AuthSettings | undefined): Authorizer {
  if (auth?.basic) {
    const text = Buffer.from(`${auth.basic.username}:${auth.basic.password}`, 'utf8').toString('base64');
    return async () => `Basic ${text}`;
  }
  if (auth?.bearer) {
    const { bearer } = auth;
    return async () => `Bearer ${bearer}`;
  }
  if (auth?.bearerFile) return fromFile(auth.bearerFile);
  return async () => null;
}

function fromFile(file: string): Authorizer {
  let seen: { readonly changed: number; readonly token: string } | null = null;
  return async () => {
    try {
      const { mtimeMs } = await stat(file);
      if (seen?.changed !== mtimeMs) seen = { changed: mtimeMs, token: (await readFile(file, 'utf8')).trim() };
      return `Bearer ${seen.token}`;
    } catch (cause) {
      throw new SourceError('unauthorized', 'the bearer token file of the source cannot be read', { cause });
    }
  };
}
