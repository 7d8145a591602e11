import { attribute, learnProfiles } from '../../lib/detectors/hop-verdict';
import { classifyBatch, classifyNotFound, type NotFoundRequest } from '../../lib/detectors/not-found-split';
import { parseTraces } from '../../lib/wire/parse-traces';
import { median, rounded, spread } from './figures';
import { type Measured, measured } from './outcome';
import { detectorJobs } from './signals';
import { SPANS, notFoundPaths, tracesText } from './traces';

/** On a slow or busy machine fewer runs have to do: never fewer than these, and none begins after the budget is spent. */
const LEAST_RUNS = 5;
const BUDGET_MS = 3_000;

/** Runs `work` often enough to trust the middle; the first runs warm the compiler up and do not count. */
function timesOf(work: () => void, runs: number): number[] {
  for (let i = 0; i < Math.ceil(runs / 4); i += 1) work();
  const times: number[] = [];
  for (const first = performance.now(); times.length < runs;) {
    const began = performance.now();
    if (times.length >= LEAST_RUNS && began - first > BUDGET_MS) break;
    work();
    times.push(performance.now() - began);
  }
  return times;
}

/** All detectors over three hours of the modelled fleet at 15 s, each and together. */
export function measureDetectors(runs = 15): Measured {
  const jobs = detectorJobs();
  const failed = jobs.filter((job) => job.run().kind !== 'checked');
  if (failed.length > 0) return { value: null, reason: `not checked: ${failed.map(({ id }) => id).join(', ')}` };
  const million = (ms: number, points: number) => rounded((ms / points) * 1e6);
  const each = Object.fromEntries(jobs.map((job) => {
    const times = timesOf(() => { job.run(); }, runs);
    const run = job.run();
    return [job.id, { points: job.points, runMs: spread(times), msPerMillionPoints: million(median(times) ?? 0, job.points), findings: run.kind === 'checked' ? run.findings.length : null }];
  }));
  const together = timesOf(() => { for (const job of jobs) job.run(); }, runs);
  const points = jobs.reduce((sum, job) => sum + job.points, 0);
  const middle = median(together);
  return measured(middle === null ? null : million(middle, points), { each, together: { points, runMs: spread(together) }, note: 'a point is one value of one input series; traces are not in it' });
}

/** Verdicts from the text of a backend's answer: JSON, spans, profiles, rules. */
export function measureAttribution(count = 500, runs = 15): Measured {
  const text = tracesText(count);
  const parse = () => {
    const parsed = parseTraces(JSON.parse(text));
    if (!parsed.ok) throw new Error(parsed.error);
    return parsed.traces;
  };
  const traces = parse();
  const wrong = traces.filter(({ spans }) => spans.length !== SPANS).length;
  if (traces.length !== count || wrong > 0) return { value: null, reason: `the generated traces are not ${count} of ${SPANS} spans` };
  const judge = (given: typeof traces) => {
    const profiles = learnProfiles(given);
    return given.map((trace) => attribute(trace, { profiles }));
  };
  const [all, parsing, rules] = [timesOf(() => { judge(parse()); }, runs), timesOf(() => { parse(); }, runs), timesOf(() => { judge(traces); }, runs)];
  const perSecond = (times: readonly number[]) => Math.round(count / ((median(times) ?? Number.NaN) / 1000));
  const answered: Record<string, number> = {};
  for (const { answeredBy } of judge(traces)) answered[answeredBy.role] = (answered[answeredBy.role] ?? 0) + 1;
  return measured(perSecond(all), { traces: count, spansPerTrace: SPANS, runMs: spread(all), parsePerSecond: perSecond(parsing), rulesPerSecond: perSecond(rules), answeredBy: answered, note: 'from the text of one answer: JSON.parse, spans, profiles and rules' });
}

/** 404s told apart, one at a time; beside it the same as one batch in which they inform each other. */
export function measureClassification(runs = 15): Measured {
  const paths = notFoundPaths();
  const agents = ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36', 'curl/8.5.0', null];
  const requests: NotFoundRequest[] = Array.from({ length: 5_000 }, (_, i) => ({ path: paths[i % paths.length]!, host: `h${i % 20}.example.org`, method: 'GET', userAgent: agents[i % 3]!, client: `192.0.2.${i % 200}`, responder: i % 5 === 0 ? 'backend' : 'proxy', servedBefore: i % 4 === 1 ? true : null }));
  const one = timesOf(() => { for (const request of requests) classifyNotFound(request); }, runs);
  const batch = timesOf(() => { classifyBatch(requests); }, runs);
  const perSecond = (times: readonly number[]) => Math.round(requests.length / ((median(times) ?? Number.NaN) / 1000));
  const classes: Record<string, number> = {};
  for (const request of requests) {
    const verdict = classifyNotFound(request).class;
    classes[verdict] = (classes[verdict] ?? 0) + 1;
  }
  return measured(perSecond(one), { requests: requests.length, distinctPaths: new Set(paths).size, runMs: spread(one), inOneBatchPerSecond: perSecond(batch), classes });
}
