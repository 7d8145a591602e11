import { unknownRoute } from '@/lib/server/api/unknown-route';

export { unknownRoute as DELETE, unknownRoute as GET, unknownRoute as PATCH, unknownRoute as POST, unknownRoute as PUT };
