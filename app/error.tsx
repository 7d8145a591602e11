'use client';

/** A page that broke while it was drawn. The text of the error stays in the server's log: it may hold what is not for here. */
export default function ErrorPage({ error, reset }: { readonly error: Error & { readonly digest?: string }; readonly reset: () => void }) {
  return (
    <div className="panel px-4 py-6" role="alert">
      <h1>This page could not be drawn</h1>
      <p className="mt-1 text-ink-2">The data is not touched, and the other pages work. Try again; if it stays, the log of Weir names the reason{error.digest ? <> under <code className="font-mono">{error.digest}</code></> : null}.</p>
      <button type="button" className="pill mt-3" onClick={reset}>Try again</button>
    </div>
  );
}
