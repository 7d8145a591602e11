'use client';

import './globals.css';

/** When even the frame around the pages broke. */
export default function GlobalError({ reset }: { readonly error: Error; readonly reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <main className="p-6" role="alert">
          <h1>Weir could not be drawn</h1>
          <p className="mt-1 text-ink-2">The log of Weir names the reason.</p>
          <button type="button" className="pill mt-3" onClick={reset}>Try again</button>
        </main>
      </body>
    </html>
  );
}
