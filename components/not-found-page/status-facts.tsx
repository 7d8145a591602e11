import { ScrollBox } from '../ui/scroll-box';

/** Facts: RFC 9110 sections 15.5 and 15.6, RFC 9209 section 2.3. `loop`: what a control loop that reads "gone" from a status would have been told. */
const statuses = [
  { status: '404', section: '15.5.5', says: 'No current representation was found, or the server will not say that there is one. Nothing on how long.', loop: 'Reads like "it does not exist". The loop of the story took it for "was deleted".' },
  { status: '410', section: '15.5.11', says: 'Gone, and likely for good. Meant for what is known to be permanent.', loop: 'Deleting is what it asks for. A proxy without routes does not know that.' },
  { status: '421', section: '15.5.20', says: 'The request reached a server that does not answer for this scheme and authority; another connection may.', loop: 'Not an answer on the resource. Clients may retry elsewhere, few do.' },
  { status: '500', section: '15.6.1', says: 'The server met something unexpected.', loop: 'An error, not an answer. What RFC 9209 recommends for destination_not_found.' },
  { status: '502', section: '15.6.3', says: 'The gateway got an invalid response from the next hop.', loop: 'An error behind the proxy; with no route there was no next hop.' },
  { status: '503', section: '15.6.4', says: 'Cannot answer for now; Retry-After may say when.', loop: 'Wait and ask again. Fits a table that is still loading.' },
  { status: '504', section: '15.6.5', says: 'No timely response from the next hop.', loop: 'Wait and ask again; says nothing on the resource.' },
] as const;

/** `only`: RFC 9209 says that only an intermediary can have made this response, so that member of the list answered. */
const errors = [
  { type: 'destination_not_found', status: '500', only: true, means: 'no next hop is configured for this request: a missing route' },
  { type: 'destination_unavailable', status: '503', only: true, means: 'the next hop is known and not available' },
  { type: 'connection_refused', status: '502', only: true, means: 'the next hop refused the connection' },
  { type: 'connection_timeout', status: '504', only: true, means: 'the connection to it timed out' },
  { type: 'http_response_timeout', status: '504', only: false, means: 'it was asked and did not answer in time' },
  { type: 'http_request_error', status: 'the 4xx itself', only: true, means: 'the proxy itself answered with a 4xx: how a proxy that keeps 404 can say so' },
] as const;

const sides = [
  ['For 404', 'The proxy cannot tell a host that never existed from one that it has not heard of. Scanners ask for both all day; as 5xx they would fill error budgets and page people.'],
  ['For 5xx', 'A table that is missing is a state of the proxy, not of the resource. Retries, alerts and error budgets see a 5xx; programs that act on absence do not act on it.'],
  ['Beside the status', 'Proxy-Status with an error type names the hop that answered, whatever the status; received-status says that the next hop did. A program that deletes can ask for more than one answer.'],
] as const;

/** Facts for the debate on which status a missing route should have. It takes no side. */
export function StatusFacts() {
  return (
    <section className="panel mb-3 px-3.5 py-3" aria-labelledby="facts-heading">
      <h2 id="facts-heading" className="text-sm font-semibold">404, 410 or 5xx: what each would have told the control loop</h2>
      <div className="mt-1 grid gap-x-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <ScrollBox label="Status codes" className="!px-0">
          <table className="data-table min-w-[560px] text-xs">
            <caption className="sr-only">What each status says and what a control loop reads in it</caption>
            <thead><tr><th scope="col">status</th><th scope="col">RFC 9110</th><th scope="col">what it says</th><th scope="col">what a control loop reads</th></tr></thead>
            <tbody>{statuses.map(({ status, section, says, loop }) => <tr key={status}><th scope="row" className="align-top font-mono !text-ink">{status}</th><td><Rfc rfc="9110" section={section} /></td><td>{says}</td><td className="text-ink-2">{loop}</td></tr>)}</tbody>
          </table>
        </ScrollBox>
        <ScrollBox label="Proxy-Status error types" className="!px-0">
          <table className="data-table min-w-[380px] text-xs">
            <caption className="sr-only">Error types of Proxy-Status</caption>
            <thead><tr><th scope="col">Proxy-Status error</th><th scope="col">status</th><th scope="col">means</th></tr></thead>
            <tbody>{errors.map(({ type, status, only, means }) => <tr key={type}><th scope="row" className="align-top font-mono !font-normal !text-ink">{type}</th><td className="whitespace-nowrap">{status}</td><td className="text-ink-2">{means}{only ? '' : ' (may be said of the next hop too)'}</td></tr>)}</tbody>
          </table>
          <p className="pt-1 text-xs text-ink-3">Statuses as <Rfc rfc="9209" section="2.3" /> recommends them; a proxy may send another.</p>
        </ScrollBox>
      </div>
      <dl className="mt-2 grid gap-x-6 gap-y-1.5 text-xs md:grid-cols-3">
        {sides.map(([title, text]) => <div key={title}><dt className="font-medium">{title}</dt><dd className="text-ink-2">{text}</dd></div>)}
      </dl>
    </section>
  );
}

function Rfc({ rfc, section }: { readonly rfc: '9110' | '9209'; readonly section: string }) {
  return <a className="link whitespace-nowrap" aria-label={rfc === '9110' ? `RFC 9110, section ${section}` : undefined} href={`https://www.rfc-editor.org/rfc/rfc${rfc}#section-${section}`} target="_blank" rel="noreferrer noopener">{rfc === '9110' ? section : `RFC ${rfc}, ${section}`}</a>;
}
