'use client';

import { QueryClientProvider } from '@tanstack/react-query';
import { ThemeProvider } from 'next-themes';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { type ReactNode, useState } from 'react';
import { Toaster } from 'sonner';
import { makeQueryClient } from '@/lib/client/query-client';

/** What every page needs around it: queries, URL state, theme, toasts. `nonce` lets the theme's inline script pass the policy. */
export function Providers({ nonce, children }: { readonly nonce: string | undefined; readonly children: ReactNode }) {
  const [client] = useState(makeQueryClient);
  return (
    <QueryClientProvider client={client}>
      <NuqsAdapter>
        <ThemeProvider attribute="data-theme" defaultTheme="system" enableSystem disableTransitionOnChange {...(nonce ? { nonce } : {})}>
          {children}
          <Toaster position="bottom-right" toastOptions={{ style: { background: 'var(--raised)', color: 'var(--ink)', border: '1px solid var(--line)', fontFamily: 'var(--sans)' } }} />
        </ThemeProvider>
      </NuqsAdapter>
    </QueryClientProvider>
  );
}
