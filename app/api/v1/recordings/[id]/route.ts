import { paramSchemas, parseParams } from '@/lib/server/api/params';
import { guarded } from '@/lib/server/api/respond';
import { readRecording } from '@/lib/server/use-cases/recordings';
import { wrongMethod } from '@/lib/server/api/unknown-route';

interface Context {
  readonly params: Promise<{ id: string }>;
}

export function GET(request: Request, { params }: Context): Promise<Response> {
  return guarded(async () => {
    const { id } = parseParams(paramSchemas.recordingId, request, await params);
    const bytes = new Uint8Array(readRecording(id));
    return new Response(bytes, { headers: { 'content-type': 'application/zip', 'content-disposition': `attachment; filename="${id}.weir"` } });
  });
}

export { wrongMethod as DELETE, wrongMethod as PATCH, wrongMethod as POST, wrongMethod as PUT };
