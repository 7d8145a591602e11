import pino from 'pino';

/** JSON lines on standard output. Whatever could hold a secret is cut out by name. */
export const logger = pino({
  name: 'weir',
  level: process.env.WEIR_LOG_LEVEL ?? 'info',
  redact: ['*.authorization', '*.password', '*.bearer', '*.headers', 'err.cause', 'headers'],
});
