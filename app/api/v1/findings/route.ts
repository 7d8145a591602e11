import { paramSchemas, parseParams, toRangeRequest } from '@/lib/server/api/params';
import { respond } from '@/lib/server/api/respond';
import { loadFindings } from '@/lib/server/use-cases/load-findings';
import { wrongMethod } from '@/lib/server/api/unknown-route';

export function GET(request: Request): Promise<Response> {
  return respond(async () => {
    const params = parseParams(paramSchemas.findings, request);
    return loadFindings({ ...toRangeRequest(params), kind: params.kind ?? null, detectors: null });
  });
}

export { wrongMethod as DELETE, wrongMethod as PATCH, wrongMethod as POST, wrongMethod as PUT };
