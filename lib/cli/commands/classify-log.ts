import { accessLogFormats, type AccessLogFormat } from '../../domain/access-log';
import { garbageCollector } from '../garbage';
import { type Io, UsageError } from '../io';
import { readLogBytes } from '../log-input';
import { inertJson } from '../log-report-json';
import { logReportMarkdown, logReportText } from '../log-report-text';
import { LogReader } from '../read-log';

export interface ClassifyLogOptions {
  readonly log: string;
  readonly logFormat: string;
  readonly format: string;
}

/**
 * `weir classify-404 --log`: the ledger of the 404s of an access log and their top lists. Lines that are not understood are reported, not fatal;
 * a log of which no line is understood is bad input.
 */
export async function classifyLog(io: Io, options: ClassifyLogOptions): Promise<void> {
  const reader = new LogReader(checkFormat(options.logFormat), garbageCollector());
  for await (const chunk of readLogBytes(io, options.log)) reader.push(chunk);
  const { input, report } = reader.end();
  const { first, lines } = input.notUnderstood;
  if (lines > 0 && input.understood === 0) {
    throw new UsageError(`--log: none of ${lines} lines was understood: line ${first[0]!.line}: ${first[0]!.why}; expected an access log (${accessLogFormats.join(', ')})`);
  }
  const answer = { input, ...report };
  if (options.format === 'json') io.output.write(inertJson(answer));
  else io.output.write(options.format === 'md' ? logReportMarkdown(answer) : logReportText(answer));
}

function checkFormat(name: string): AccessLogFormat | 'auto' {
  const known = (['auto', ...accessLogFormats] as const).find((one) => one === name);
  if (known === undefined) throw new UsageError(`--log-format: expected auto, ${accessLogFormats.join(', ')}, got "${name}"`);
  return known;
}
