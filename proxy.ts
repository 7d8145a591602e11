import { NextResponse, type NextRequest } from 'next/server';

/**
 * Gives each page a Content-Security-Policy with a fresh nonce. Text from outside (hosts, paths, labels) is drawn as text;
 * should that ever fail, no script of it runs and nothing is asked of another origin.
 * Style attributes need 'unsafe-inline': charts place their marks by them.
 */
export function proxy(request: NextRequest) {
  const nonce = btoa(crypto.randomUUID());
  const development = process.env.NODE_ENV === 'development';
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  headers.set('Content-Security-Policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('Content-Security-Policy', policy);
  return response;
}

export const config = {
  matcher: [{ source: '/((?!api|_next/static|_next/image|healthz|readyz|metrics|favicon.ico|icon.svg).*)' }],
};
