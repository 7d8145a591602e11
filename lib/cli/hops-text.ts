import type { Answer } from '../domain/answer';
import type { HopDetail } from '../domain/hops';
import { visibleText } from '../present/hostile-text';
import { hopsHeadline } from '../present/hops-headline';

/** The answer of `weir hops` for a terminal: two sentences for each status of each proxy, a trace of each main reason, and what failed. */
export function hopsText({ data, range, failures }: Answer<HopDetail>): string {
  const lines = [`Hops from ${new Date(range.from).toISOString()} to ${new Date(range.to).toISOString()}`, ''];
  for (const total of data.totals) {
    const { proxy, status } = total;
    const cells = data.cells.filter((cell) => cell.proxy === proxy && cell.status === status);
    const { title, basis } = hopsHeadline({ total, status, cells, proxy }, data.search.traced);
    const traces = total.parts.flatMap(({ examples }) => examples?.slice(0, 1).map(({ traceId }) => traceId) ?? []);
    lines.push(`${proxy} ${status}: ${title}. ${basis}${traces.length > 0 ? ` Traces: ${traces.join(', ')}.` : ''}`);
  }
  if (data.totals.length === 0) lines.push('No proxy of this environment is known.');
  for (const { source, message } of failures) lines.push(`Failed: ${source}: ${message}`);
  return `${lines.map(visibleText).join('\n')}\n`;
}
