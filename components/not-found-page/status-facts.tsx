const facts = [
  { title: '404, by RFC 9110', text: 'There is no current representation, or the server will not say that there is one. It says nothing about how long that lasts, and caches may keep it for a while unless told otherwise.' },
  { title: '410', text: 'Preferred where the absence is known to be permanent. A proxy that lost its routes does not know that.' },
  { title: '5xx for a lost route', text: 'RFC 9209 pairs destination_not_found with 500: the proxy cannot tell where the request should go. Retries, alerts and error budgets then see it.' },
  { title: '404 for a lost route', text: 'The usual default. Unknown hosts from scanners stay out of the error rate; so does an outage of a real host.' },
  { title: 'Both at once', text: 'A proxy may keep 404 and still say in Proxy-Status what happened, for example error=destination_not_found, or http_request_error with its status code.' },
] as const;

/** Facts for the debate on which status a missing route should have. It takes no side. */
export function StatusFacts() {
  return (
    <section className="panel mb-3 px-3.5 py-3" aria-label="404, 410 or 5xx">
      <h2 className="mb-1 font-semibold">404, 410 or 5xx?</h2>
      <dl className="grid gap-x-5 gap-y-2 sm:grid-cols-2 xl:grid-cols-5">
        {facts.map(({ title, text }) => (
          <div key={title}><dt className="font-medium">{title}</dt><dd className="text-ink-2">{text}</dd></div>
        ))}
      </dl>
      <p className="mt-2 text-xs text-ink-3">
        <a className="link" href="https://www.rfc-editor.org/rfc/rfc9110#section-15.5.5" target="_blank" rel="noreferrer noopener">RFC 9110, 15.5.5</a>{' · '}
        <a className="link" href="https://www.rfc-editor.org/rfc/rfc9209#section-2.3" target="_blank" rel="noreferrer noopener">RFC 9209, 2.3</a>
      </p>
    </section>
  );
}
