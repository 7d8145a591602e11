import { HydrationBoundary, dehydrate } from '@tanstack/react-query';
import { GeistMono } from 'geist/font/mono';
import { GeistSans } from 'geist/font/sans';
import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { AppShell } from '@/components/shell/app-shell';
import { Providers } from '@/components/shell/providers';
import { prefetch, settleSoon } from '@/lib/client/prefetch';
import { environmentsQuery } from '@/lib/client/queries';
import { makeQueryClient } from '@/lib/client/query-client';
import { listEnvironments } from '@/lib/server/use-cases/load-capabilities';
import './globals.css';

export const metadata: Metadata = {
  title: { default: 'Weir', template: '%s · Weir' },
  description: 'Answers four questions about the traffic through an ingress proxy: zones, 404s, rollouts, hops.',
};

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  themeColor: [{ media: '(prefers-color-scheme: light)', color: '#f7f7f5' }, { media: '(prefers-color-scheme: dark)', color: '#111210' }],
};

export default async function RootLayout({ children }: { readonly children: ReactNode }) {
  // The policy of each response has its own nonce (proxy.ts).
  const nonce = (await headers()).get('x-nonce') ?? undefined;
  const client = makeQueryClient();
  await settleSoon([prefetch(client, environmentsQuery(), listEnvironments)]);
  return (
    <html lang="en" suppressHydrationWarning className={`${GeistSans.variable} ${GeistMono.variable}`}>
      <body>
        <Providers nonce={nonce}>
          <HydrationBoundary state={dehydrate(client)}><AppShell>{children}</AppShell></HydrationBoundary>
        </Providers>
      </body>
    </html>
  );
}
