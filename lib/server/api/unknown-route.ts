import 'server-only';
import { RequestError } from '../errors';
import { guarded } from './respond';

/** The answer to a path of the API that does not exist. */
export function unknownRoute(): Promise<Response> {
  return guarded(async () => {
    throw new RequestError(404, null, 'there is no such question; /api/v1/openapi.json lists them all');
  });
}

/** The answer to a method that a path of the API does not take. */
export function wrongMethod(): Promise<Response> {
  return guarded(async () => {
    throw new RequestError(405, null, 'this path does not take this method; /api/v1/openapi.json says which');
  });
}
