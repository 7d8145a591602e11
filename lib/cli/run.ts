import { Command, CommanderError } from 'commander';
import { accessLogFormats } from '../domain/access-log';
import { isSourceError } from '../ports/source-error';
import { visibleText } from '../present/hostile-text';
import { isRequestError } from '../server/errors';
import { examples, inputs } from './inputs';
import { type Io, UnansweredError, UsageError } from './io';

/** Each is loaded when it is asked for: the detectors, the server and their packages cost most of a start. */
const commands = {
  live: () => import('./commands/live'),
  recording: () => import('./commands/recording'),
  open: () => import('./commands/open'),
  attribute: () => import('./commands/attribute'),
  hops: () => import('./commands/hops'),
  pure: () => import('./commands/pure'),
  classifyLog: () => import('./commands/classify-log'),
  preflight: () => import('./commands/preflight'),
};

/** Runs the CLI with its arguments. Returns the exit code: 0 done, 1 a question could not be answered, 2 bad usage or input. */
export async function runCli(args: readonly string[], io: Io): Promise<number> {
  const program = makeProgram(io);
  try {
    await program.parseAsync([...args], { from: 'user' });
    return 0;
  } catch (error) {
    const { code, text } = toExit(error);
    if (text) io.errors.write(`weir: ${forTerminal(text)}\n`);
    return code;
  }
}

/** Names from the input may hold control and bidi characters: they must not reach the terminal. Lines and tabs stay. */
function forTerminal(text: string): string {
  return text.replace(/[^\n\t]+/g, visibleText);
}

function toExit(error: unknown): { code: number; text: string | null } {
  // commander has written its own message; help and version end with 0.
  if (error instanceof CommanderError) return { code: error.exitCode === 0 ? 0 : 2, text: null };
  if (error instanceof UsageError || isConfigError(error)) return { code: 2, text: error.message };
  if (isRequestError(error)) return { code: error.status === 501 ? 1 : 2, text: error.message };
  if (error instanceof UnansweredError) return { code: 1, text: error.message };
  if (isSourceError(error)) return { code: 1, text: error.message };
  if (isClosedPipe(error)) return { code: 0, text: null };
  return { code: 1, text: `unexpected error: ${error instanceof Error ? error.message : String(error)}` };
}

/** Told by its name: the module of the configuration is loaded by the commands that read one. */
function isConfigError(error: unknown): error is Error {
  return error instanceof Error && error.name === 'ConfigError';
}

function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE';
}

function makeProgram(io: Io): Command {
  const program = new Command('weir');
  program
    .description('Reads Prometheus and a trace backend and answers four questions about the traffic through an ingress proxy.')
    .exitOverride()
    .configureOutput({ writeOut: (text) => io.output.write(text), writeErr: (text) => io.errors.write(text) })
    .showHelpAfterError();

  program.command('check').description('configuration, reachability, versions and what each signal can tell')
    .option('--env <name>').option('--format <format>', 'json or text', 'json')
    .action(async (options: { env?: string; format: string }) => (await commands.live()).check(io, withFormat(options, ['json', 'text'])));
  program.command('analyze').description('findings of a range')
    .requiredOption('--from <time>').requiredOption('--to <time>').option('--env <name>')
    .option('--detector <id>', 'may be repeated', collect, []).option('--format <format>', 'json or md', 'json')
    .action(async (options: { from: string; to: string; env?: string; detector: string[]; format: string }) => (await commands.live()).analyze(io, withFormat(options, ['json', 'md'])));
  program.command('compare').description('before and after a moment, zones or failed requests per rollout: did a change help?')
    .requiredOption('--from <time>').requiredOption('--to <time>').requiredOption('--moment <time>').option('--env <name>').option('--format <format>', 'json or md', 'json')
    .option('--detector <id>', 'zone-flapping or rollout-errors', 'zone-flapping').option('--workload <namespace/name>', 'rollout-errors: only this one')
    .action(async (options: { from: string; to: string; moment: string; env?: string; format: string; detector: string; workload?: string }) => (await commands.live()).compare(io, withFormat(options, ['json', 'md'])));
  program.command('hops').description('which hop answered 404, 502, 503 and 504 and which caused it, with the traces that prove it')
    .requiredOption('--from <time>').requiredOption('--to <time>').option('--env <name>').option('--format <format>', 'json (as GET /api/v1/hops) or text', 'json')
    .action(async (options: { from: string; to: string; env?: string; format: string }) => (await commands.hops()).hops(io, withFormat(options, ['json', 'text'])));
  program.command('record').description('freeze a range into a file')
    .requiredOption('--from <time>').requiredOption('--to <time>').requiredOption('--out <file>').option('--env <name>').option('--title <text>').option('--note <text>')
    .action(async (options: { from: string; to: string; out: string; env?: string; title?: string; note?: string }) => (await commands.recording()).record(io, options));
  program.command('verify').description('compare each file of a recording with its hash').argument('<file>').action(async (file: string) => (await commands.recording()).verify(io, file));
  program.command('open').description('serve one recording').argument('<file>').action(async (file: string) => (await commands.open()).openFile(io, file));

  const detect = program.command('detect').description('one detector on standard input');
  withExample(detect, inputs.changePoints.example, 'change-points');
  withExample(detect.command('zone-flapping').description('when a zone flaps').action(async () => (await commands.pure()).detectZones(io)), inputs.zoneFlapping.example);
  withExample(detect.command('change-points').description('where a level changes').action(async () => (await commands.pure()).detectChangePoints(io)), inputs.changePoints.example);
  withExample(detect.command('rollout-errors').description('what each rollout cost').action(async () => (await commands.pure()).detectRollouts(io)), inputs.rolloutErrors.example);

  withExample(program.command('classify-404').description('class of each 404 of standard input (NDJSON), or of the 404s of an access log')
    .option('--batch', 'the whole input is one window')
    .option('--log <file>', 'an access log, gzip or not; - is standard input: prints the ledger and the top lists')
    .option('--log-format <format>', `auto, ${accessLogFormats.join(', ')}`)
    .option('--format <format>', 'of the report of a log: json, text or md')
    .action((options: ClassifyOptions) => classify404(io, options)), examples.classify);
  withExample(program.command('attribute').description('which hop answered and which caused it, for the JSON of traces on standard input (Jaeger, OTLP, Tempo, Zipkin, Weir); the page /traces/judge also takes ids and links').option('--batch', 'NDJSON, one answer a line').option('--format <format>', 'json, or text: one paragraph a trace', 'json').allowExcessArguments()
    .action(async ({ batch, format }: { batch?: boolean; format: string }, command: Command) => {
      const { notAnArgument } = await import('./read-traces');
      if (command.args[0] !== undefined) throw notAnArgument(command.args[0]);
      return (await commands.attribute()).attributeInput(io, { batch: batch ?? false, ...withFormat({ format }, ['json', 'text']) });
    }), examples.attribute);
  withExample(program.command('hints').description('replica counts at which topology hints cannot hold').action(async () => (await commands.pure()).hints(io)), inputs.hints.example);
  program.command('preflight', { hidden: true }).option('--host <host>').action(async (options: { host?: string }) => (await commands.preflight()).preflight(io, options.host ?? '127.0.0.1'));
  for (const name of ['review', 'rules']) {
    program.command(name, { hidden: true }).description('not built yet in this version').allowUnknownOption().allowExcessArguments()
      .action(() => {
        throw new UsageError(`${name}: not built yet in this version`);
      });
  }
  // Sub-commands inherit neither of these by themselves when they are made before; set them on all.
  const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)];
  for (const command of all(program)) command.exitOverride().configureOutput({ writeOut: (text) => io.output.write(text), writeErr: (text) => io.errors.write(text) });
  return program;
}

interface ClassifyOptions {
  readonly batch?: boolean;
  readonly log?: string;
  readonly logFormat?: string;
  readonly format?: string;
}

/** Two inputs of one question: single requests, or an access log. */
async function classify404(io: Io, { batch, log, logFormat, format }: ClassifyOptions): Promise<void> {
  if (log === undefined) {
    const needsLog = logFormat !== undefined ? '--log-format' : format !== undefined ? '--format' : null;
    if (needsLog !== null) throw new UsageError(`${needsLog}: expected together with --log FILE`);
    return (await commands.pure()).classify(io, batch ?? false);
  }
  if (batch) throw new UsageError('--batch: expected without --log: a log is one window by itself');
  return (await commands.classifyLog()).classifyLog(io, withFormat({ log, logFormat: logFormat ?? 'auto', format: format ?? 'json' }, ['json', 'text', 'md']));
}

/** Adds one line of input that works to the help of a command. */
function withExample(command: Command, example: string, sub = ''): void {
  command.addHelpText('after', `\nInput, for example${sub && ` of ${sub}`}:\n  ${example}`);
}

function collect(value: string, known: string[]): string[] {
  return [...known, value];
}

function withFormat<T extends { readonly format: string }>(options: T, formats: readonly string[]): T {
  if (!formats.includes(options.format)) throw new UsageError(`--format: expected ${formats.join(' or ')}, got "${options.format}"`);
  return options;
}
