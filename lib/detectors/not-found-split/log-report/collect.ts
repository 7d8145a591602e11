import type { AccessLine } from '@/lib/domain/access-log';
import { notFoundClasses, type NotFoundClass } from '@/lib/domain/not-found-detail';
import { classifyBatch } from '../batch';
import { estimatesOf, exactOf } from './bounds';
import { Fingerprint, keyOf } from './hash';
import { SuccessHistory } from './history';
import { MissedRows, type MissedRow, type OwnText, type WindowBounds } from './missed-rows';
import type { LogReport } from './report';
import { TopLists } from './top-lists';

/** How long each list of the report may be. */
const LISTED = 20;
/** Instances write lines when a request ends: a long request may be late by minutes, not by more. In ms. */
const BACKWARDS = 300_000;
const MOST_SWEEPERS = 100_000;
/** About 30 MB with the verdicts. */
const BOUNDS: WindowBounds = { rows: 16_000, characters: 8_000_000 };

/**
 * Reads a log line by line and judges its 404s, in fixed memory. One pass:
 *   good answers -> success history        404s -> rows alike in host, path, client, agent, method
 * Rows are judged together when the table is full and at the end, with all that the log showed by then; so a client that is served after its 404, or a
 * host that is lost, is known. Who was found to sweep stays known after its window.
 */
export class LogCollector {
  private readonly print = new Fingerprint();
  private readonly history = new SuccessHistory();
  private readonly rows: MissedRows;
  private readonly lists = new TopLists();
  private readonly sweepers = new Set<number>();
  private readonly classes: Record<NotFoundClass, number> = { 'route-miss': 0, scanner: 0, application: 0, benign: 0, unknown: 0 };
  private readonly answeredBy = { proxy: 0, backend: 0, unknown: 0 };
  private readonly statuses = { ok: 0, redirect: 0, notFound: 0, gone: 0, otherClientError: 0, serverError: 0, other: 0 };
  private requests = 0;
  private windows = 0;
  private from = Number.POSITIVE_INFINITY;
  private to = Number.NEGATIVE_INFINITY;

  /** `afterWindow` is called when the memory of a window can be given back. */
  constructor(own: OwnText, bounds: WindowBounds = BOUNDS, private readonly afterWindow: () => void = () => undefined) {
    this.rows = new MissedRows(own, bounds);
  }

  /** Takes in one request. Nothing of `line` is kept but copies. */
  add(line: AccessLine): void {
    this.requests += 1;
    if (line.at < this.from) this.from = line.at;
    if (line.at > this.to) this.to = line.at;
    else if (line.at < this.to - BACKWARDS) this.history.unordered = true;
    this.countStatus(line.status);
    if (line.status === 404) this.addMissed(line);
    else if ((line.status >= 200 && line.status < 300) || line.status === 304) this.history.add(line, this.print);
  }

  private countStatus(status: number): void {
    const { statuses } = this;
    if (status >= 200 && status < 300) statuses.ok += 1;
    else if (status >= 300 && status < 400) statuses.redirect += 1;
    else if (status === 404) statuses.notFound += 1;
    else if (status === 410) statuses.gone += 1;
    else if (status >= 400 && status < 500) statuses.otherClientError += 1;
    else if (status >= 500 && status < 600) statuses.serverError += 1;
    else statuses.other += 1;
  }

  private addMissed(line: AccessLine): void {
    const { print } = this;
    this.answeredBy[line.responder] += 1;
    const hostKey = print.start().host(line.host).key();
    print.template(line.path);
    const { a: targetA, b: targetB } = print;
    const servedBefore = this.history.targets.has(targetA, targetB) === 'in';
    print.start().text(line.client, 64);
    const { a: clientA, b: clientB } = print;
    this.rows.add(line, print, servedBefore, { targetA, targetB, clientA, clientB, hostKey, clientKey: line.client.from < 0 ? 0 : keyOf(clientA, clientB) });
    if (!this.rows.full) return;
    this.judge();
    this.afterWindow();
  }

  /** Judges what was gathered; the rows inform each other. */
  private judge(): void {
    const rows = this.rows.take();
    if (rows.length === 0) return;
    this.windows += 1;
    const verdicts = classifyBatch(rows.map((row) => this.toRequest(row)), (at) => (this.sweepers.has(rows[at]!.clientKey) ? { sweep: true } : {}));
    rows.forEach((row, at) => {
      const verdict = verdicts[at]!;
      this.classes[verdict.class] += row.count;
      this.lists.add(row, verdict);
      const sweeps = row.clientKey !== 0 && verdict.evidence.some(({ code }) => code === 'client-sweeps');
      if (sweeps && this.sweepers.size < MOST_SWEEPERS) this.sweepers.add(row.clientKey);
    });
  }

  private toRequest(row: MissedRow) {
    return {
      path: row.path, host: row.host, method: row.method, userAgent: row.userAgent, client: row.client, responder: row.responder, count: row.count,
      servedBefore: this.history.servedBefore(row),
      clientEverServed: row.clientKey === 0 ? null : this.history.clientServed(row.clientA, row.clientB),
    };
  }

  /** Judges the rest and answers. The collector is done afterwards. */
  finish(): LogReport {
    this.judge();
    const { requests, statuses } = this;
    return {
      range: { from: Number.isFinite(this.from) ? this.from : null, to: Number.isFinite(this.to) ? this.to : null },
      requests,
      statuses,
      notFound: {
        total: statuses.notFound,
        shareOfRequests: requests === 0 ? null : Math.round((statuses.notFound / requests) * 1e6) / 1e6,
        classes: this.classes,
        answeredBy: this.answeredBy,
      },
      hosts: this.lists.topHosts(LISTED, (key) => this.history.servedOf(key)),
      paths: {
        'route-miss': this.lists.topPaths('route-miss', LISTED), scanner: this.lists.topPaths('scanner', LISTED), application: this.lists.topPaths('application', LISTED),
        benign: this.lists.topPaths('benign', LISTED), unknown: this.lists.topPaths('unknown', LISTED),
      },
      campaigns: this.lists.topCampaigns(LISTED),
      exact: exactOf(notFoundClasses),
      estimates: estimatesOf({ windows: this.windows, replaced: this.lists.replaced(), history: this.history, missed: statuses.notFound, noTime: this.requests > 0 && !Number.isFinite(this.from) }),
    };
  }
}
