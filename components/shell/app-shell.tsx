import { type ReactNode, Suspense } from 'react';
import { CommandCenter } from './command-center';
import { MobileNav } from './mobile-nav';
import { Nav } from './nav';
import { OutsideRecording } from './outside-recording';
import { TopBar } from './top-bar';

/** Navigation left, the bar on top, the page in the middle. At phone width the navigation becomes a sheet. */
export function AppShell({ children }: { readonly children: ReactNode }) {
  return (
    <div className="grid min-h-screen grid-cols-[minmax(0,1fr)] lg:grid-cols-[188px_minmax(0,1fr)]">
      <a href="#main" className="sr-only z-50 rounded-md bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:fixed focus:left-3 focus:top-3">Skip to content</a>
      <div className="sticky top-0 hidden h-screen border-r border-line lg:block"><Suspense><Nav /></Suspense></div>
      <div className="min-w-0">
        <Suspense fallback={<div className="h-[51px] border-b border-line" />}>
          <header data-bar className="sticky top-0 z-20 flex flex-wrap items-center gap-2 border-b border-line bg-bg/90 px-3 py-2 backdrop-blur lg:px-5 lg:py-2.5">
            <MobileNav />
            <TopBar />
          </header>
          <CommandCenter />
        </Suspense>
        <main id="main" tabIndex={-1} className="max-w-[1440px] px-3 pb-10 pt-3.5 outline-none lg:px-5 lg:pt-4.5"><Suspense><OutsideRecording /></Suspense>{children}</main>
      </div>
    </div>
  );
}
